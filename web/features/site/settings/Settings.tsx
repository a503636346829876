import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Health } from '../../../../contract/desk.ts'
import { deskTodayQuery } from '../../../layout/AdminShell.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { QueryStatus, useAwaits } from '../../../layout/QueryStatus.tsx'
import { Title } from '../../../site.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Note } from '../../../ui/Note.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { useIsHydrated } from '../../../ui/useIsHydrated.ts'
import { alarmStateQuery, rotaQuery } from '../../care/review/queries.ts'
import { checksQuery } from '../checks/Checks.tsx'
import { serverQuery } from '../stats/ServerStatus.tsx'
import { themesQuery, useThemes, useThemeWords } from '../themes/useThemes.ts'
import { AddressRoom } from './AddressRoom.tsx'
import { backupsQuery, BackupsRoom } from './BackupsRoom.tsx'
import { FaultLink } from './FaultLink.tsx'
import { helplinesQuery } from './Helplines.tsx'
import { CareRoom, CommunityRoom, JoiningRoom, LanguagesRoom } from './FormRooms.tsx'
import { MailRoom, mailServerQuery } from './MailRoom.tsx'
import { type RoomProps, SettingsRow } from './RoomRow.tsx'
import { settingsQuery } from './SettingsForm.tsx'
import { StorageRoom } from './StorageRoom.tsx'
import { type Room, openerId, roomPath, rowId } from '../../../layout/rooms.ts'
import { useHealthWords } from './useHealthWords.ts'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './Rooms.module.css'

const groups: { title: 'us' | 'reach' | 'background'; rooms: [Room, ComponentType<RoomProps>][] }[] = [
  {
    title: 'us',
    rooms: [
      ['community', CommunityRoom],
      ['joining', JoiningRoom],
      ['care', CareRoom],
    ],
  },
  {
    title: 'reach',
    rooms: [
      ['mail', MailRoom],
      ['address', AddressRoom],
    ],
  },
  {
    title: 'background',
    rooms: [
      ['languages', LanguagesRoom],
      ['backups', BackupsRoom],
      ['storage', StorageRoom],
    ],
  },
]

/** True until it is known what the rows say, or that it could not be loaded. They appear together, so that none pushes away those below it. */
const useAwaitsRows = (): boolean =>
  useAwaits(
    useQuery(deskTodayQuery),
    useQuery(rotaQuery),
    useQuery(alarmStateQuery),
    useQuery(helplinesQuery),
    useQuery(mailServerQuery),
    useQuery(checksQuery),
    useQuery(backupsQuery),
    useQuery(serverQuery),
    useQuery(themesQuery),
  )

/** The theme of the site; it is changed at a place of its own. */
function LookRow() {
  const t = useTranslations()
  const { nameOf } = useThemeWords()
  const { themes } = useThemes()
  const theme = themes?.find(({ is_default }) => is_default)
  return (
    <SettingsRow
      id="look"
      icon="palette"
      title={t('places.look')}
      now={theme && nameOf(theme)}
      acts={
        <ButtonLink id="open-look" to="/admin/themes" aria-labelledby="open-look look-title">
          {t('rooms.change')}
        </ButtonLink>
      }
    />
  )
}

const linkToChecks = (words: ReactNode) => <Link to="/admin/check">{words}</Link>

/** The worst fault, and the way to where it is mended; nothing while there is none. */
function Fault({ health }: { health: Health }) {
  const words = useHealthWords(health)
  if (!health.worst || words.worst === null) return null
  const isOnlyMissing = ['no_mail', 'no_backup', 'old_backup'].includes(health.worst.fault)
  return (
    <Note kind={isOnlyMissing ? 'warning' : 'error'} icon={isOnlyMissing ? 'alert' : 'error'} title={words.worst}>
      {words.rest} <FaultLink fault={health.worst.fault} />
    </Note>
  )
}

/** Takes the focus to the room that was opened, and back to its link when it was closed. */
function useRoomFocus(room: string | undefined, isLoaded: boolean): void {
  const last = useRef<string>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    const id = room === undefined ? last.current && openerId(last.current as Room) : rowId(room as Room)
    if (id !== undefined) document.getElementById(id)?.focus()
    last.current = room
  }, [room, isLoaded])
}

/** How the site is set up, part by part. One part opens in place, at its own address, and is saved alone. */
function Rooms({ id }: { id?: string }) {
  const t = useTranslations()
  const heading = useId()
  const navigate = useNavigate()
  const settings = useQuery(settingsQuery)
  const { data: today } = useQuery(deskTodayQuery)
  const awaitsRows = useAwaitsRows()
  const isLoaded = settings.data !== undefined && !awaitsRows
  // The layout may have it already, which the server had not.
  const isHydrated = useIsHydrated()
  const health = isHydrated ? today?.health : undefined
  useRoomFocus(id, isLoaded)
  const close = useCallback(() => void navigate(roomPath(), { preventScrollReset: true }), [navigate])
  return (
    <>
      <Title>{t('desk.settings')}</Title>
      <PageHead title={t('desk.settings')} lead={t('site_settings.lead')} />
      {isLoaded && health && <Fault health={health} />}
      {!isLoaded && <QueryStatus query={settings} />}
      {isLoaded &&
        groups.map(({ title, rooms }) => (
          <section key={title} aria-labelledby={heading + title}>
            <h2 className={rowStyles.title} id={heading + title}>
              {t(`rooms.${title}`)}
            </h2>
            <Card className={styles.group}>
              {rooms.map(([room, Part]) => (
                <Part key={room} isOpen={room === id} close={close} />
              ))}
              {title === 'us' && <LookRow />}
            </Card>
          </section>
        ))}
      {isLoaded && (
        <p className={styles.foot}>
          <Link to="/admin/opening">{t('opening.again')}</Link>
        </p>
      )}
      {isLoaded && health && (
        <p className={styles.foot}>
          {t.rich('rooms.foot', {
            count: health.checks,
            checks: linkToChecks,
          })}
        </p>
      )}
    </>
  )
}

export default withMessages(Rooms, 'admin_today')
