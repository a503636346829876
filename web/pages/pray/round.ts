import type { Prayer } from '../../../contract/prayers.ts'
import { endpointQuery } from '../../query.ts'
import {
  feedPath,
  feedQuery,
  groupPrayersQuery,
  readFilter,
  UUID,
  type Filter,
} from '../../features/community/prayers/queries.ts'

/** One prays through what came to one today, a list of one's own, the requests of a group, or what the wall shows with a filter. */
export type Round =
  | { kind: 'today' }
  | { kind: 'list'; id: string }
  | { kind: 'group'; id: string }
  | { kind: 'feed'; filter: Filter }

/** Reads the round from the address: `list`, `group`, `today`, else the parameters of the wall. */
export function readRound(search: URLSearchParams): Round {
  for (const kind of ['list', 'group'] as const) {
    const id = search.get(kind)
    if (id !== null && UUID.test(id)) return { kind, id }
  }
  if (search.has('today')) return { kind: 'today' }
  const filter = readFilter(search)
  // Answered requests are given thanks for, on their own page.
  return { kind: 'feed', filter: { ...filter, page: 0, view: filter.view === 'answered' ? 'newest' : filter.view } }
}

/** Returns the address of the page that the round belongs to. */
export function pathOf(round: Round): string {
  if (round.kind === 'today') return '/today'
  if (round.kind === 'list') return `/prayer-lists?list=${round.id}`
  if (round.kind === 'group') return `/groups/${round.id}`
  return feedPath(round.filter)
}

/** True if a visitor has no such round. */
export const isForMembers = (round: Round): boolean =>
  round.kind !== 'feed' || round.filter.mine || round.filter.from !== 'everyone'

/** A round that comes in portions. */
export type LongRound = Exclude<Round, { kind: 'list' | 'today' }>

/** Returns the query of a portion of a round: the first one without a cursor. */
export function portionQuery(round: LongRound, cursor?: string) {
  if (round.kind === 'group') return groupPrayersQuery(round.id, cursor)
  const { filter } = round
  // The whole wall includes the requests of the reader's groups.
  if (feedPath(filter) === '/')
    return endpointQuery('prayers.list', { pageSize: 20, ...(cursor !== undefined && { cursor }) }, true)
  return feedQuery(filter, cursor)
}

const waiting: Prayer['status'][] = ['open', 'ongoing']
/** False for a request that has ended: answered, withdrawn, archived, or whose person has passed away. */
export const isPrayable = ({ status }: Pick<Prayer, 'status'>): boolean => waiting.includes(status)

/**
 * The requests to pray for, in their order: others' before one's own. The wall leaves one's own out, unless one asked for them.
 */
export function toPrayFor(prayers: Prayer[], round: Round): Prayer[] {
  const waits = prayers.filter(isPrayable)
  const others = waits.filter(({ is_mine }) => !is_mine)
  const own = waits.filter(({ is_mine }) => is_mine)
  return round.kind === 'feed' && !round.filter.mine ? others : [...others, ...own]
}

/**
 * Returns the key of what the end says. `isAll`: one prayed for every request of the round so far; `hasMore`: others
 * follow.
 */
export const endingOf = (isAll: boolean, hasMore: boolean): 'end' | 'end_some' | 'end_more' | 'end_now' =>
  isAll ? (hasMore ? 'end_some' : 'end') : hasMore ? 'end_more' : 'end_now'

/** Why a request is in the round, as the key of a sentence or as a name; null where the round says it. */
export type Reason =
  | { sentence: 'mine' | 'following' | 'first' }
  | { group: string }
  | { category: Prayer['categories'][number] }
  | null
export function reasonOf(prayer: Prayer, round: Round): Reason {
  const { is_mine, is_following, group_id, group_name, pray_count, has_prayed, categories } = prayer
  if (is_mine) return { sentence: 'mine' }
  if (is_following) return { sentence: 'following' }
  if (group_name !== null && !(round.kind === 'group' && round.id === group_id)) return { group: group_name }
  if (pray_count === 0 && !has_prayed) return { sentence: 'first' }
  const chosen = round.kind === 'feed' ? round.filter.category : null
  const [category] = categories.filter(({ id }) => id !== chosen)
  return category ? { category } : null
}

/** The requests of a round in their order, and the one that is shown; behind the last one lies the end. */
export interface Deck {
  prayers: Prayer[]
  position: number
}
/** Begins with the first request, or where one was: `at` is null at the end, and may have gone meanwhile. */
export function beginDeck(prayers: Prayer[], kept: { ids: string[]; at: string | null } | null): Deck {
  if (!kept) return { prayers, position: 0 }
  if (kept.at === null) return { prayers, position: prayers.length }
  const rest = kept.ids.slice(kept.ids.indexOf(kept.at))
  const position = prayers.findIndex(({ id }) => rest.includes(id))
  return { prayers, position: position === -1 ? prayers.length : position }
}
export type DeckChange =
  | { step: 1 | -1 }
  /** Brings what the server says of a request now; null: the reader cannot read it any more. */
  | { id: string; fresh: Prayer | null }
  /** The server did not find this one when the reader acted on it. */
  | { gone: string }

/**
 * Moves by one request, or takes over what has changed in a request that is still to come. The one on the screen and
 * those before it stay as they are, so that nothing changes under the reader's eyes; but what is gone goes.
 */
export function changeDeck(deck: Deck, change: DeckChange): Deck {
  const { prayers, position } = deck
  if ('step' in change) return { prayers, position: Math.min(prayers.length, Math.max(0, position + change.step)) }
  if ('gone' in change) {
    const index = prayers.findIndex(({ id }) => id === change.gone)
    if (index === -1) return deck
    return { prayers: prayers.toSpliced(index, 1), position: index < position ? position - 1 : position }
  }
  const index = prayers.findIndex(({ id }) => id === change.id)
  if (index <= position) return deck
  const { fresh } = change
  return { position, prayers: prayers.toSpliced(index, 1, ...(fresh && isPrayable(fresh) ? [fresh] : [])) }
}

/** A request that one prayed for in this round. `person`: its author, or itself where nobody may know them; null: the reader. */
export interface Lit {
  id: string
  person: string | null
}
export const lit = ({ id, author, is_mine }: Prayer): Lit => ({ id, person: is_mine ? null : (author?.id ?? id) })

/** Number of people, other than the reader, for whom one prayed; of a day as Today counts: one for each request. */
export const countPeople = (prayed: Lit[], { kind }: Pick<Round, 'kind'>): number =>
  new Set(prayed.flatMap(({ id, person }) => (kind === 'today' ? id : (person ?? [])))).size
