import type { NotificationKind } from '../../../../contract/notifications.ts'
import type { LinePhrase } from '../../../../contract/prayer-lines.ts'
import type { Rhythm } from '../../../../contract/notifications.values.ts'
import type { NotifyKind } from '../../../../contract/preferences.ts'
import { phraseOf } from '../prayers/lines.queries.ts'
import { hasLink, mailedAuthor } from '../prayers/prayers.rules.ts'
import type { NoticeRow } from './notice-mails.queries.ts'
import { isOfCase, mailKindOf } from './notifications.rules.ts'

/** A notice as an email tells of it. */
export interface MailedNotice {
  id: string
  kind: NotificationKind
  mail_kind: NotifyKind
  /** The request that it is about. */
  prayer_request_id: string | null
  /** Its sentence in `messages/<lang>/acts.json`, under `notices`, with the numbers for it. */
  sentence: string
  numbers: Record<string, number>
  /** It leads to this path of the site. */
  path: string
  /** True where it tells of a line too: then the quote is that line. */
  has_line: boolean
  quote: string | null
  /** The phrase that is quoted, in the language of the reader. */
  phrase: LinePhrase | null
  by: string | null
  /** True for a request whose words stay on the site, and for every case: then neither subject nor link say which one it is. */
  is_quiet: boolean
  /** The request for which the reader can say from the email that they prayed. */
  pray_for: string | null
}

/** A digest has so many requests, so many answers and so many sentences in all. The others wait on the page. */
const MAX_REQUESTS = 3
const MAX_ANSWERS = 1
const MAX_NOTICES = 8

/**
 * True for a request whose words may leave the site in an email: all members may read it, and its author did not ask for more
 * privacy. Never one's own: its author knows it.
 */
const mayLeave = ({ kind, visibility, publication, is_guarded }: NoticeRow): boolean =>
  !isOfCase(kind) &&
  (visibility === 'public' || visibility === 'members') &&
  publication === 'published' &&
  is_guarded === false

/** True for a reminder of the reader's day, and for one of a list without its name. */
const isOfToday = ({ kind, payload, prayer_request_id }: NoticeRow): boolean =>
  kind === 'reminder' && prayer_request_id === null && typeof payload['prayer_list_id'] !== 'string'

function sentenceOf(row: NoticeRow, is_mine: boolean): string {
  const { kind, payload, decision_id } = row
  const { decision, outcome } = payload
  if (isOfCase(kind)) return 'unnamed'
  if (kind === 'group' && is_mine) return 'group_left'
  if (kind === 'appeal') return outcome === 'overturned' ? 'appeal_overturned' : 'appeal_upheld'
  if (isOfToday(row)) return 'reminder_today'
  if (kind !== 'report') return kind
  if (decision === 'hidden' && decision_id !== null) return 'decided_hidden'
  return decision === 'hidden' || decision === 'removed' || decision === 'warned' ? `report_${decision}` : 'report'
}

function pathOf(row: NoticeRow): string {
  const { kind, payload, decision_id, prayer_request_id, group_id } = row
  if (isOfToday(row)) return '/today'
  if (group_id !== null) return `/groups/${group_id}${kind === 'asked_to_join' ? '?tab=members' : ''}`
  if (typeof payload['prayer_list_id'] === 'string') return `/prayer-lists?list=${payload['prayer_list_id']}`
  if (decision_id !== null && kind !== 'released') return `/decisions#${decision_id}`
  if (kind === 'overdue') return '/admin/reports?tab=reports'
  return prayer_request_id === null ? '/notifications' : `/prayers/${prayer_request_id}`
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Returns what an email tells this reader of a notice; undefined when they want none about it. */
export function toMailedNotice(
  row: NoticeRow,
  { id: reader_id }: { id: string },
  rhythms: Record<NotifyKind, Rhythm>,
): MailedNotice | undefined {
  const mail_kind = mailKindOf(row.kind)
  if (mail_kind === null || rhythms[mail_kind] === 'off') return undefined
  const is_mine = row.author_id === reader_id
  const words = row.told ?? row.title ?? row.content
  const isQuoted =
    !is_mine && words !== null && mayLeave(row) && !hasLink({ title: row.title, content: `${words}\n${row.content}` })
  const is_quiet = isOfCase(row.kind) || (row.prayer_request_id !== null && !mayLeave(row))
  const isOpen = row.status === 'open' || row.status === 'ongoing'
  return {
    id: row.id,
    kind: row.kind,
    mail_kind,
    prayer_request_id: row.prayer_request_id,
    sentence: sentenceOf(row, is_mine),
    numbers: { people: numberOf(row.payload['people']), count: numberOf(row.payload['count']) },
    path: is_quiet ? '/notifications' : pathOf(row),
    has_line: false,
    quote: isQuoted ? words : null,
    phrase: isQuoted ? phraseOf(row.phrase) : null,
    by: isQuoted ? mailedAuthor({ ...row, is_anonymous: row.is_anonymous !== false }) : null,
    is_quiet,
    pray_for:
      row.publication === 'published' &&
      row.is_guarded === false &&
      !is_mine &&
      isOpen &&
      row.kind !== 'answered' &&
      row.kind !== 'line' &&
      !isOfCase(row.kind)
        ? row.prayer_request_id
        : null,
  }
}

/** Kinds that tell how many people did something on one day. */
const isCount = ({ kind }: Pick<MailedNotice, 'kind'>): boolean => kind === 'prayed' || kind === 'thanked'

const keyOf = (notice: MailedNotice): string => {
  const { id, kind, path, pray_for, prayer_request_id } = notice
  if (kind === 'group' || kind === 'line') return id
  return `${kind} ${isCount(notice) ? prayer_request_id : path} ${pray_for ?? ''}`
}

/**
 * The newest notice of a kind that leads to a page, in the order of the newest ones. It counts the people of all its days, each of
 * whom is counted on one day alone; those of two requests are never one number.
 */
const mergeByRequest = (notices: MailedNotice[]): MailedNotice[] => {
  const newest = new Map<string, MailedNotice>()
  for (const notice of notices) {
    const key = keyOf(notice)
    const people = numberOf(notice.numbers['people']) + numberOf(newest.get(key)?.numbers['people'])
    newest.delete(key)
    newest.set(key, { ...notice, numbers: { ...notice.numbers, people } })
  }
  return [...newest.values()].toReversed()
}

/** The newest line for a request is told with how many prayed for it: one piece of news, with the words of the line. */
function joinLines(notices: MailedNotice[]): MailedNotice[] {
  const lines = new Map<MailedNotice, MailedNotice>()
  for (const prayed of notices.filter(({ kind, numbers }) => kind === 'prayed' && numbers['people'] !== 0)) {
    const line = notices.find(
      ({ kind, prayer_request_id }) => kind === 'line' && prayer_request_id === prayed.prayer_request_id,
    )
    if (line) lines.set(prayed, line)
  }
  const joined = new Set(lines.values())
  return notices
    .filter((notice) => !joined.has(notice))
    .map((notice) => {
      const line = lines.get(notice)
      return line ? { ...notice, has_line: true, quote: line.quote, phrase: line.phrase, by: line.by } : notice
    })
}

/** Chooses what an email shows of its notices, newest first with the answers last, and whether more are left for the page. */
export function chooseShown(notices: MailedNotice[]): { shown: MailedNotice[]; has_more: boolean } {
  const merged = joinLines(mergeByRequest(notices))
  const isAnswer = ({ kind }: MailedNotice): boolean => kind === 'answered'
  const isRequest = (notice: MailedNotice): boolean => notice.quote !== null && !isAnswer(notice)
  const requests = merged.filter(isRequest).slice(0, MAX_REQUESTS)
  const answers = merged.filter(isAnswer).slice(0, MAX_ANSWERS)
  const others = merged.filter((notice) => !isRequest(notice) && !isAnswer(notice))
  const shown = [...others.slice(0, MAX_NOTICES - requests.length - answers.length), ...requests, ...answers]
  return { shown, has_more: merged.length > shown.length }
}
