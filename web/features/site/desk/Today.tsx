import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { DeskToday } from '../../../../contract/desk.ts'
import { localeOf } from '../../../../contract/languages.ts'
import { countNow, deskTodayQuery } from '../../../layout/AdminShell.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { OfflineNote } from '../../../layout/OfflineNote.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Title, useSite } from '../../../site.tsx'
import { isoDay, useNow, useTimeZone } from '../../../time.tsx'
import { Arcade } from '../../../ui/Arcade.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Candle } from '../../../ui/Candle.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { useIsHydrated } from '../../../ui/useIsHydrated.ts'
import { watched } from '../../care/cases/queries.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { OpeningList } from './OpeningList.tsx'
import { HealthLine } from './HealthLine.tsx'
import { QueueRow } from './QueueRow.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { useLater, useUrgent } from './useWaiting.tsx'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './DeskToday.module.css'

function AllQuiet({ hasPeople }: { hasPeople: boolean }) {
  const t = useTranslations('waits')
  return (
    <Card className={styles.quiet}>
      <Arcade size={[130, 130]} sun={0.45} arches={[[0, 130, 65]]} />
      <p>{t(hasPeople ? 'all_quiet_text' : 'nobody_text')}</p>
      <ButtonLink variant="primary" to={hasPeople ? '/pray' : '/admin/users/invite'}>
        {hasPeople && <Candle />}
        {t(hasPeople ? 'pray' : 'invite')}
      </ButtonLink>
    </Card>
  )
}

/** Number of the reader's own acts; administrators can read them in the activity log. */
function DoneToday({ of: { done_today, midnight } }: { of: DeskToday }) {
  const t = useTranslations('waits')
  const { user } = useAuth()
  if (done_today === 0 || user === null) return null
  const words = t('done', { count: done_today })
  // The log is asked by days of the reader.
  const day = isoDay(new Date(midnight))
  return (
    <p className="small iconline secondary">
      <Icon name="check" />
      {user.role === 'admin' ? <Link to={`/admin/audit?actor=${user.id}&since=${day}`}>{words}</Link> : words}
    </p>
  )
}

function KeyHints() {
  const t = useTranslations('waits')
  return (
    <span className={`only-screen ${styles.keys}`}>
      <kbd>J</kbd>
      <kbd>K</kbd> {t('move')}
      <kbd>Enter</kbd> {t('open')}
    </span>
  )
}

function Queues({ today }: { today: DeskToday }) {
  const t = useTranslations('waits')
  const list = useRef<HTMLDivElement>(null)
  const taking = useEndpointMutation({ invalidates: ['desk', 'cases', 'alarms'], waits: true })
  const marking = useEndpointMutation({ invalidates: ['desk'], waits: true })
  useRowKeys(list)
  // The row leaves, and the focus with it.
  const focusFirst = (place = '') => list.current?.querySelector<HTMLElement>(`${place} [data-act]`)?.focus()
  const urgent = useUrgent(today)((id) => ({
    isBusy: taking.isPending,
    onPress: () => void taking.run('cases.take', { id }, { done: t('took') }).then(() => focusFirst()),
  }))
  const later = useLater()(today, (id) => ({
    isBusy: marking.isPending,
    onPress: () =>
      void marking
        .run('review.mark_seen', { id }, { done: t('looked_done') })
        .then(() => focusFirst(`.${styles.later}`)),
  }))
  return (
    <div className="stack" ref={list}>
      <FailureNote title={t('not_done')}>{taking.failure ?? marking.failure}</FailureNote>
      {urgent.length === 0 && later.length === 0 && !today.opening && (
        <AllQuiet hasPeople={today.has_people !== false} />
      )}
      {urgent.length > 0 && (
        <section aria-label={t('now')}>
          <Card as="ul" className={styles.queue}>
            {urgent.map((row, index) => (
              <QueueRow key={row.key} of={row} heading="h2" isFirst={index === 0} />
            ))}
          </Card>
        </section>
      )}
      {today.opening && <OpeningList of={today.opening} />}
      {later.length > 0 && (
        <section>
          <div className={styles.title}>
            <h2 className={rowStyles.title}>{t('later')}</h2>
            <KeyHints />
          </div>
          <Card as="ul" className={`${styles.queue} ${styles.later}`}>
            {later.map((row) => (
              <QueueRow key={row.key} of={row} heading="h3" />
            ))}
          </Card>
          {today.more_quiet_alerts > 0 && (
            <p className="small secondary">{t('can_wait', { count: today.more_quiet_alerts })}</p>
          )}
        </section>
      )}
    </div>
  )
}

function useHeading(): (today: DeskToday) => { title: string; lead?: string } {
  const t = useTranslations('waits')
  const { site_name } = useSite()
  const listLater = useLater()
  return (today) => {
    const [now, later] = [countNow(today), listLater(today).length + today.more_quiet_alerts]
    if (now > 0) return { title: t('need_now', { count: now }), lead: t('can_wait', { count: later }) }
    if (today.opening) {
      const { questions, tasks } = today.opening
      // The questions are one row.
      const left = tasks.filter(({ is_done }) => !is_done).length + Math.min(questions.length, 1)
      return { title: t('is_open', { site: site_name }), ...(left > 0 && { lead: t('tasks_lead', { count: left }) }) }
    }
    if (later === 0 && today.has_people === false) return { title: t('nobody') }
    return { title: t(later > 0 ? 'nothing_now' : 'all_quiet') }
  }
}

function Page() {
  const t = useTranslations()
  const locale = useLocale()
  const now = useNow()
  const timeZone = useTimeZone()
  // Browsers and the server write a weekday differently.
  const isHydrated = useIsHydrated()
  const heading = useHeading()
  const query = useQuery({ ...deskTodayQuery, ...watched })
  const { fetchStatus } = query
  // The places beside the page ask for the same, and may have it before this part is hydrated.
  const data = isHydrated ? query.data : undefined
  const date = new Intl.DateTimeFormat(localeOf(locale), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  }).format(now)
  const { title, lead } = data ? heading(data) : { title: t('places.today') }
  return (
    <>
      <Title>{t('places.today')}</Title>
      <div>
        <p className={styles.date}>{isHydrated ? date : '\u00a0'}</p>
        <PageHead title={title} lead={lead} />
      </div>
      {data && fetchStatus === 'paused' && <OfflineNote />}
      {!data && <QueryStatus query={query} />}
      {data && <Queues today={data} />}
      {data && <DoneToday of={data} />}
      {data?.health && <HealthLine of={data.health} />}
      {data?.health && (
        <p className="small">
          <Link to="/admin/numbers">{t('waits.numbers')}</Link>
        </p>
      )}
    </>
  )
}

/** Lists what needs this member of staff now, and what waits for a quiet moment. */
export default withMessages(Page, 'admin_today', 'acts')
