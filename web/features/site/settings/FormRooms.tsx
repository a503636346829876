import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { languageNames, localeOf } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useSite } from '../../../site.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { AlarmCure } from '../../care/review/AlarmCure.tsx'
import { alarmStateQuery, rotaQuery } from '../../care/review/queries.ts'
import { HelplineCheck, helplinesQuery } from './Helplines.tsx'
import { mailServerQuery } from './MailRoom.tsx'
import { RoomRow, type RoomProps, type State } from './RoomRow.tsx'
import { SettingsForm, useSettingValues } from './SettingsForm.tsx'
import { settingsOf } from '../../../layout/rooms.ts'
import { useChecks } from './useChecks.ts'

/** Asks what the community is called, and what it says of itself. */
export function CommunityRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations('rooms')
  const { site_name: name, site_sentence: sentence } = useSite()
  return (
    <RoomRow
      room="community"
      isOpen={isOpen}
      now={<bdi>{sentence === '' ? name : t('community_now', { name, sentence })}</bdi>}
    >
      <SettingsForm names={settingsOf.community} onDone={close} />
    </RoomRow>
  )
}

/** Asks who may come in, and how people sign in. */
export function JoiningRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const { sign_up_mode, require_verified_email } = useSettingValues()
  const { data: mail } = useQuery(mailServerQuery)
  const isShut = require_verified_email === true && mail?.source === 'none'
  return (
    <RoomRow
      room="joining"
      isOpen={isOpen}
      now={
        sign_up_mode !== undefined &&
        t(`site_settings.sign_up_mode_${sign_up_mode as 'open' | 'invite' | 'approval'}_text`)
      }
      state={isShut ? { look: 'look', text: t('rooms.joining_shut') } : null}
    >
      <SettingsForm names={settingsOf.joining} onDone={close} />
    </RoomRow>
  )
}

/** Asks who is told when somebody may be in danger, what waits for review, and for the helplines. */
export function CareRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const nameOf = useNameOf()
  const list = new Intl.ListFormat(localeOf(useLocale()))
  const { data: rota } = useQuery(rotaQuery)
  const alarms = useQuery(alarmStateQuery)
  const { data: helplines } = useQuery(helplinesQuery)
  const checks = useChecks('alarm')
  const names = rota?.on_call.map(({ display_name }) => nameOf(display_name)) ?? []
  const reach = alarms.data?.reach
  const stateOf = (): State | null => {
    if (checks.isPending) return checks.state
    if (reach === undefined) return alarms.isError ? { look: 'untested', text: t('admin.failed') } : null
    if (reach !== 'reachable') return { look: 'broken', text: t(`checks.outcome_${reach}`) }
    if (helplines && helplines.stale > 0)
      return { look: 'look', text: t('rooms.helplines_stale', { count: helplines.stale }) }
    return { look: 'works', text: t('checks.outcome_reachable') }
  }
  return (
    <RoomRow
      room="care"
      isOpen={isOpen}
      now={
        rota &&
        (names.length === 0
          ? t('site_settings.care_on_call_nobody')
          : t('rooms.care_now', { names: list.format(names) }))
      }
      state={stateOf()}
      checks={checks}
      canTry={reach === undefined || reach === 'reachable'}
      acts={reach && <AlarmCure reach={reach} />}
    >
      <SettingsForm names={settingsOf.care} onDone={close} />
      <HelplineCheck />
    </RoomRow>
  )
}

/** The language of readers who ask for none. */
export function LanguagesRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const { default_language } = useSettingValues()
  return (
    <RoomRow
      room="languages"
      isOpen={isOpen}
      now={
        default_language !== undefined &&
        t('rooms.languages_now', { language: languageNames[default_language as keyof typeof languageNames] })
      }
      acts={
        <ButtonLink variant="text" to="/admin/content">
          {t('places.pages')}
        </ButtonLink>
      }
    >
      <SettingsForm names={settingsOf.languages} onDone={close} />
    </RoomRow>
  )
}
