import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import type { Output } from '../../../../contract/schemas.ts'
import type { Notice } from '../../../../contract/notifications.ts'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Time } from '../../../time.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Candle } from '../../../ui/Candle.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { PlateRow } from '../../../ui/Plate.tsx'
import prayStyles from '../../../ui/Pray.module.css'
import { useReact } from '../prayers/useReactions.ts'
import { isOfToday, noticePath, type NewsRow as Row } from './news.ts'
import styles from './News.module.css'

const LineWords = lazyPart(() => import('../prayers/lines/LineWords.tsx'), Nothing, ['lines'])

/** Time that a row has to be in view before it counts as read, in milliseconds. */
const SEEN_AFTER_MS = 2000

const icons: Record<Notice['kind'], IconName | 'candle'> = {
  prayed: 'candle',
  thanked: 'sunrise',
  line: 'candle',
  update: 'bell',
  answered: 'sunrise',
  group: 'users',
  asked_to_join: 'users',
  report: 'care',
  care: 'care',
  care_message: 'care',
  care_news: 'care',
  released: 'check',
  kept_held: 'clock',
  quiet: 'pencil',
  expected: 'pencil',
  archived: 'clock',
  appeal: 'info',
  overdue: 'clock',
  reminder: 'clock',
  system: 'info',
}
const tints: Partial<Record<Notice['kind'], string | undefined>> = {
  prayed: styles.prayed,
  answered: styles.answered,
  thanked: styles.answered,
  line: styles.prayed,
}

function Sign({ kind, author_name }: Notice) {
  const nameOf = useNameOf()
  if (kind === 'update' && author_name !== null) return <Avatar name={nameOf(author_name)} />
  const icon = icons[kind]
  return <span className={`disc ${tints[kind] ?? ''}`}>{icon === 'candle' ? <Candle /> : <Icon name={icon} />}</span>
}

/** Returns a function for the sentence of a notice. */
function useNoticeText(): (notice: Notice) => string {
  const t = useTranslations('notices')
  const nameOf = useNameOf()
  return (notice) => {
    const { kind, people, decision, is_mine, decision_id, outcome, count, author_name } = notice
    if (kind === 'prayed' || kind === 'thanked') return t(kind, { people: people ?? 0 })
    if ((kind === 'update' || kind === 'answered' || kind === 'line') && author_name !== null)
      return t(`${kind}_by`, { name: nameOf(author_name) })
    if (kind === 'group' && is_mine) return t('group_left')
    if (kind === 'appeal') return t(outcome === 'overturned' ? 'appeal_overturned' : 'appeal_upheld')
    if (kind === 'overdue') return t('overdue', { count: count ?? 0 })
    if (isOfToday(notice)) return t('reminder_today')
    if (kind !== 'report') return t(kind)
    if (decision === 'hidden' && decision_id !== null) return t('decided_hidden')
    if (decision === 'hidden' || decision === 'removed' || decision === 'warned') return t(`report_${decision}`)
    return t('report')
  }
}

type News = Output<'notifications.list'>
const queries = { queryKey: ['notifications.list'] satisfies [EndpointName] }

/** Gives thanks for the answer to the request with this id, or takes it back, without leaving the news. */
function NewsThanks({ id, thanks }: { id: string; thanks: NonNullable<Notice['thanks']> }) {
  const t = useTranslations('prayer')
  const client = useQueryClient()
  const isGiven = thanks.id !== null
  const react = useReact({ id, my_reactions: thanks.id === null ? {} : { thanks: thanks.id } })
  const [sending, setSending] = useState(false)
  const give = (notice: Notice): Notice =>
    notice.thanks && notice.prayer_request_id === id ? { ...notice, thanks: { id: isGiven ? null : '' } } : notice
  async function press() {
    if (sending) return
    setSending(true)
    client.setQueriesData<News>(queries, (news) => news && { ...news, items: news.items.map(give) })
    await react('thanks')
    // With the id that was given, or as before when it failed.
    await client.invalidateQueries(queries)
    setSending(false)
  }
  return (
    <button
      type="button"
      className={`${prayStyles.pray} ${prayStyles.thanks} ${styles.act}`}
      aria-pressed={isGiven}
      aria-busy={sending}
      onClick={() => void press()}
    >
      <Icon name="sunrise" />
      {t(isGiven ? 'gave_thanks' : 'give_thanks')}
    </button>
  )
}

/** Calls `onSeen` once the element was in view for a moment, on a page that is not hidden. */
function useSeen(isWatched: boolean, onSeen: () => void) {
  const element = useRef<HTMLLIElement>(null)
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isWatched || !element.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      // Nothing tells that a row is in view again when only the page was hidden.
      if (document.hidden) timer = setTimeout(look, SEEN_AFTER_MS)
      else {
        observer.disconnect()
        tell()
      }
    }
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer)
      if (entry?.isIntersecting) timer = setTimeout(look, SEEN_AFTER_MS)
    })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWatched])
  return element
}

/** A piece of news: what happened, the words that it is about, and at most one thing to do. */
export function NewsRow({ row: { notice, ids, is_new }, onSeen }: { row: Row; onSeen: (ids: string[]) => void }) {
  const t = useTranslations('notices')
  const update = useTranslations('update')
  const sentence = useNoticeText()(notice)
  const element = useSeen(is_new, () => onSeen(ids))
  const { kind, prayer_request_id, prayer_title, update_excerpt, thanks, line, created_at } = notice
  const name = notice.prayer_list?.name ?? notice.group_name
  const words = update_excerpt ?? prayer_title
  const to = noticePath(notice)
  return (
    <PlateRow ref={element} id={notice.id} tabIndex={-1} className={styles.row}>
      <Sign {...notice} />
      <div className={styles.words}>
        <p className={is_new ? 'strong' : undefined}>
          {is_new && <span className="vh">{t('unread')} </span>}
          {to === null ? (
            sentence
          ) : (
            <Link to={to} onClick={is_new ? () => onSeen(ids) : undefined}>
              {sentence}
            </Link>
          )}
        </p>
        {line !== null && (
          <p className="serif secondary" dir="auto">
            <LineWords line={line} />
          </p>
        )}
        {line === null && words !== null && (
          <p className="serif secondary" dir="auto">
            {words}
          </p>
        )}
        {name !== null && (
          <p className="secondary">
            <bdi>{name}</bdi>
          </p>
        )}
        <p className="small muted">
          <Time iso={created_at} />
        </p>
        {thanks && prayer_request_id !== null && <NewsThanks id={prayer_request_id} thanks={thanks} />}
        {(kind === 'quiet' || kind === 'expected') && prayer_request_id !== null && (
          <ButtonLink className={styles.act} to={`/prayers/${prayer_request_id}?update`}>
            {update('new')}
          </ButtonLink>
        )}
      </div>
    </PlateRow>
  )
}
