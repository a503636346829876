import type { Notice } from '../../../../contract/notifications.ts'
import { endpointQuery } from '../../../query.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

export const unreadNewsQuery = endpointQuery('notifications.unread', {}, true)
export const newsQuery = (pageSize: number, page = 0) => endpointQuery('notifications.list', { page, pageSize }, true)

/** The latest notice of one kind about one request on one day, and the ids of those that it stands for. */
export interface NewsRow {
  notice: Notice
  ids: string[]
  is_new: boolean
}
export const newsSections = ['new', 'week', 'earlier'] as const
export type NewsSections = Record<(typeof newsSections)[number], NewsRow[]>

const WEEK_MS = 7 * DAY_MS
const DAY_LENGTH = 'yyyy-mm-dd'.length

/** Notices with the same key share a row. A decision and a report keep theirs, because each leads somewhere else, and a line its words. */
const rowKey = ({ id, kind, prayer_request_id, decision_id, created_at }: Notice): string =>
  prayer_request_id === null || decision_id !== null || kind === 'line'
    ? id
    : [kind, prayer_request_id, created_at.slice(0, DAY_LENGTH)].join(' ')

/**
 * Sorts notices, newest first, into what is new and what is older. `newIds`: those that were unread when the reader came;
 * they stay where they are while the page is open. `now` is in milliseconds since the epoch.
 */
export function toNewsSections(notices: Notice[], newIds: ReadonlySet<string>, now: number): NewsSections {
  const rows = new Map<string, NewsRow>()
  for (const notice of notices) {
    const key = rowKey(notice)
    const row = rows.get(key) ?? { notice, ids: [], is_new: false }
    row.ids.push(notice.id)
    row.is_new ||= newIds.has(notice.id)
    rows.set(key, row)
  }
  const sections: NewsSections = { new: [], week: [], earlier: [] }
  for (const row of rows.values()) {
    const isThisWeek = Date.parse(row.notice.created_at) > now - WEEK_MS
    sections[row.is_new ? 'new' : isThisWeek ? 'week' : 'earlier'].push(row)
  }
  return sections
}

/** True for a reminder of the reader's day. That of a list which was deleted is one too. */
export const isOfToday = ({
  kind,
  prayer_request_id,
  prayer_list,
}: Pick<Notice, 'kind' | 'prayer_request_id' | 'prayer_list'>): boolean =>
  kind === 'reminder' && prayer_request_id === null && prayer_list === null

/** Returns the path of the page about it. A decision about a request has its own page, where the author can appeal. */
export function noticePath({
  kind,
  prayer_request_id,
  prayer_list,
  decision_id,
  group_id,
}: Pick<Notice, 'kind' | 'prayer_request_id' | 'prayer_list' | 'decision_id' | 'group_id'>): string | null {
  if (prayer_list) return `/prayer-lists?list=${prayer_list.id}`
  if (isOfToday({ kind, prayer_request_id, prayer_list })) return '/today'
  if (decision_id !== null && kind !== 'released') return `/decisions#${decision_id}`
  if (kind === 'overdue') return '/admin/reports?tab=reports'
  if (group_id !== null) return `/groups/${group_id}${kind === 'asked_to_join' ? '?tab=members' : ''}`
  if (prayer_request_id === null) return kind === 'care' || kind === 'care_news' ? '/admin/care' : null
  if (kind === 'care' || kind === 'care_news') return `/admin/care/${prayer_request_id}`
  return `/prayers/${prayer_request_id}${kind === 'care_message' ? '#talk' : ''}`
}
