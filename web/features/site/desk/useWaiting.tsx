import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { excerpt as excerptOf } from '../../../../contract/excerpt.ts'
import { isNameless, localeOf } from '../../../../contract/languages.ts'
import type { DeskToday } from '../../../../contract/desk.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useTime } from '../../../time.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { dial } from '../../care/care/CountryLines.tsx'
import { alarmStateQuery, rotaQuery } from '../../care/review/queries.ts'
import type { Waiting } from './QueueRow.tsx'
import styles from './DeskToday.module.css'

type Person = NonNullable<DeskToday['joining']>['people'][number]

/** Somebody who asks to join: who it is, since when, and what they answered. */
function Asking({ person: { display_name, email, email_verified, created_at, join_answer } }: { person: Person }) {
  const t = useTranslations('waits')
  const ago = useTime()
  const nameOf = useNameOf()
  const named = isNameless(display_name) && email !== null ? email : nameOf(display_name)
  return (
    <span className={styles.asking}>
      <bdi>{named}</bdi>
      {email !== null && email !== named && (
        <>
          {' '}
          (<bdi dir="ltr">{email}</bdi>)
        </>
      )}
      {', '}
      {t('asked', { confirmed: email_verified ? 'yes' : 'no', ago: ago(created_at) })}
      {join_answer !== '' && (
        <>
          {' '}
          <q dir="auto">{excerptOf(join_answer, 200)}</q>
        </>
      )}
    </span>
  )
}

type TakeOn = (id: string) => { onPress: () => void; isBusy: boolean }

/** People in danger: each case for those who take cases on; number and age for the others. */
function useDanger({ waiting, oldest_at, is_yours, cases, taken }: DeskToday['danger']): (takeOn: TakeOn) => Waiting[] {
  const t = useTranslations('waits')
  const admin = useTranslations('admin')
  const ago = useTime()
  const nameOf = useNameOf()
  const { data: alarms } = useQuery(alarmStateQuery)
  const first = alarms?.ring[0]
  const { user } = useAuth()
  const names = new Intl.ListFormat(localeOf(useLocale()))
  const { data: rota } = useQuery({ ...rotaQuery, enabled: !is_yours && waiting > 0 })
  const onCall = rota?.on_duty
  const [next] = onCall ?? []
  return (takeOn) => {
    if (is_yours) {
      const own = taken.map(({ id, since, waits_for_answer, is_offered }): Waiting => ({
        key: id,
        icon: 'care',
        tone: 'danger',
        title: t(is_offered ? 'offered' : waits_for_answer ? 'wrote_back' : 'yours'),
        text: t('noticed', { ago: ago(since) }),
        act: { label: t(is_offered ? 'look' : 'go_on'), to: `/admin/care/${id}` },
      }))
      const free = cases.map(({ id, is_reported, since, told_at }): Waiting => ({
        key: id,
        icon: 'care',
        tone: 'danger',
        title: t('danger'),
        text: [
          t(is_reported ? 'danger_reported' : 'danger_held', { ago: ago(since) }),
          t('untaken'),
          told_at === null ? t('not_told') : t('told', { ago: ago(told_at) }),
        ].join(' '),
        act: { label: t('take'), ...takeOn(id) },
      }))
      const others = waiting - cases.length
      return [
        ...own,
        ...free,
        ...(others > 0
          ? [
              {
                key: 'more danger',
                icon: 'care' as const,
                tone: 'danger' as const,
                title: t('more_danger', { count: others }),
                text: t('untaken'),
                act: { label: t('look'), to: '/admin/care' },
              },
            ]
          : []),
      ]
    }
    if (waiting === 0) return []
    return [
      {
        key: 'danger',
        icon: 'care',
        tone: 'danger',
        title: t('danger_number', { count: waiting }),
        text: (
          <>
            {t('outside', { ago: ago(oldest_at ?? '') })}{' '}
            {onCall &&
              (next
                ? t('on_call_now', { names: names.format(onCall.map((one) => nameOf(one.display_name))) })
                : t('on_call_none'))}{' '}
            {first && (
              <bdi className="strong" dir="ltr">
                {first.number}
              </bdi>
            )}
          </>
        ),
        act: first
          ? { label: admin('ring', { name: nameOf(first.display_name) }), href: dial(first.number) }
          : next && user?.role === 'admin'
            ? // Their address stands there.
              { label: t('reach', { name: nameOf(next.display_name) }), to: `/admin/users/${next.id}` }
            : {
                label: t(onCall && !next && user?.role !== 'moderator' ? 'put_on_call' : 'on_call'),
                to: '/admin/care?tab=on_call',
              },
      },
    ]
  }
}

/** Returns what cannot wait, the most serious first. */
export function useUrgent(today: DeskToday): (takeOn: TakeOn) => Waiting[] {
  const t = useTranslations('waits')
  const type = useTranslations('report')
  const ago = useTime()
  const danger = useDanger(today.danger)
  return (takeOn) => [
    ...danger(takeOn),
    ...(today.reports?.urgent ?? []).map(({ id, report_type, reports, excerpt, is_readable, since }): Waiting => ({
      key: id,
      icon: report_type === 'private_information' ? 'eye' : 'flag',
      tone: 'warning',
      title: t('urgent', { type: type(report_type) }),
      text: (
        <>
          {excerpt !== '' && <q dir="auto">{excerpt}</q>} {t('urgent_times', { count: reports, ago: ago(since) })}{' '}
          {t(is_readable ? 'urgent_readable' : 'urgent_hidden')}
        </>
      ),
      act: { label: t('decide'), to: `/admin/reports?open=${id}` },
    })),
  ]
}

/** Returns what can wait for a quiet moment, in the order in which people wait for it. Without `markSeen` nothing can be marked as seen. */
export function useLater(): (today: DeskToday, markSeen?: TakeOn) => Waiting[] {
  const t = useTranslations('waits')
  const type = useTranslations('report')
  const ago = useTime()
  const oldest = (one: { oldest_at: string | null }) => ({ ago: ago(one.oldest_at ?? '') })
  return ({ danger, cleared, quiet_alerts, joining, reports, held, appeals, sorting, drafts }, markSeen) => {
    const others = reports?.others
    const rows: (Waiting | false | undefined)[] = [
      ...danger.look_again.map(({ id, look_again_on }): Waiting => ({
        key: `again ${id}`,
        icon: 'care',
        title: t('case_again'),
        text: t('case_again_text', { day: ago(look_again_on, true) }),
        act: { label: t('look'), to: `/admin/care/${id}` },
      })),
      cleared !== null &&
        cleared.count > 0 && {
          key: 'cleared',
          icon: 'care',
          title: t('cleared', { count: cleared.count }),
          text: t('cleared_text', oldest(cleared)),
          act: { label: t('read'), to: '/admin/care' },
        },
      ...(quiet_alerts ?? []).map(({ id, text_id, excerpt, since }): Waiting => ({
        key: text_id,
        icon: 'care',
        title: t('quiet'),
        text: (
          <>
            <q dir="auto">{excerpt}</q> {t('quiet_text', { ago: ago(since) })}
          </>
        ),
        act: { label: t('read'), to: `/prayers/${id}` },
        ...(markSeen && { also: { label: t('looked'), ...markSeen(id) } }),
      })),
      joining !== null &&
        joining.count > 0 && {
          key: 'joining',
          icon: 'door',
          title: t('joining', { count: joining.count }),
          text: joining.people.map((person) => <Asking key={person.id} person={person} />),
          act: { label: t('meet'), to: '/admin/users?part=waiting' },
        },
      others &&
        others.count > 0 && {
          key: 'reports',
          icon: 'flag',
          title: t(reports.urgent.length > 0 ? 'more_reports' : 'reports', { count: others.count }),
          text: t('reports_text', { types: others.types.map((one) => type(one)).join(' · '), ...oldest(others) }),
          act: { label: t('decide'), to: '/admin/reports' },
        },
      held !== null &&
        held.count > 0 && {
          key: 'held',
          icon: 'clock',
          title: t('held', { count: held.count }),
          text: t('held_text', oldest(held)),
          act: { label: t('read'), to: '/admin/reports?tab=waiting' },
        },
      appeals.count > 0 && {
        key: 'appeals',
        icon: 'chat',
        title: t('appeals', { count: appeals.count }),
        text: t('first_asked', oldest(appeals)),
        act: {
          label: t('look_again'),
          to: reports === null ? '/admin/care?tab=appeals' : '/admin/reports?tab=appeals',
        },
      },
      sorting !== null &&
        sorting.count > 0 && {
          key: 'sorting',
          icon: 'tag',
          title: t('sorting', { count: sorting.count }),
          text: t('sorting_text'),
          act: { label: t('sort'), to: '/admin/miscategorized' },
        },
      drafts !== null &&
        drafts.count > 0 && {
          key: 'drafts',
          icon: 'file',
          title: t('drafts', { count: drafts.count }),
          text: t('drafts_text', { title: drafts.title }),
          act: { label: t('read'), to: '/admin/content?status=draft' },
        },
    ]
    return rows.filter((row): row is Waiting => typeof row === 'object')
  }
}
