import { createHash } from 'node:crypto'
import type { TodayChoices } from '../../../../contract/today.ts'
import {
  DEFAULT_TODAY,
  MAX_TODAY,
  MIN_TODAY,
  type TodayReason,
  todayReasons,
} from '../../../../contract/today.values.ts'
import { DAY_END } from '../../../../contract/prayers.values.ts'
import { dayIn } from '../../identity/accounts/notice-times.rules.ts'

/** A request that could come to a person today. */
export interface Candidate {
  id: string
  /** Names the list of the reader that it comes from. */
  prayer_list_id: string | null
  /** ISO 8601: when the reader last prayed for it. */
  prayed_at: string | null
  /** Its place among those that wait for prayer. */
  waiting_order: number
  /** True when it gives thanks. */
  is_thankful: boolean
  is_own: boolean
}
export type Candidates = Record<TodayReason, Candidate[]>

export type Chosen = Pick<Candidate, 'id' | 'prayer_list_id'> & { reason: TodayReason }

/** Returns what a person has chosen, with the defaults for what they left open. Stored values of another version may be among it. */
export function toTodayChoices(stored: Record<string, boolean | number> | undefined): TodayChoices {
  const { count } = stored ?? {}
  return {
    count: typeof count === 'number' ? Math.min(Math.max(Math.round(count), MIN_TODAY), MAX_TODAY) : DEFAULT_TODAY,
    ...(Object.fromEntries(todayReasons.map((reason) => [reason, stored?.[reason] !== false])) as Record<
      TodayReason,
      boolean
    >),
  }
}

/** True when the day that an author named is this one: a day is one wherever the reader lives, a time is a day of their clock. */
export const isOfDay = (expires_at: string, day: string, time_zone: string): boolean =>
  expires_at.endsWith(DAY_END) ? expires_at.startsWith(day) : dayIn(time_zone, new Date(expires_at)).day === day

/** From where the next one comes, after those whose day it is: twice around makes a day of seven. */
const TURNS = ['list', 'waiting', 'following', 'group'] as const
/** At first no more than this part of a day are requests whose day it is, so that it holds more than surgeries. */
const DAY_PART = 1 / 3
/** For somebody with neither lists nor groups, who follows nobody and has chosen nothing. */
const FIRST_COUNT = 2

const rankOf = (seed: string, id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex')

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The longest not prayed for first; of those that are alike, another one each day. */
function inTurn(seed: string, candidates: Candidate[], by_need: boolean): Candidate[] {
  const ranked = candidates.map((one) => ({ one, rank: rankOf(seed, one.id) }))
  ranked.sort(
    (left, right) =>
      (by_need
        ? Number(left.one.prayed_at !== null) - Number(right.one.prayed_at !== null) ||
          left.one.waiting_order - right.one.waiting_order
        : 0) ||
      compare(left.one.prayed_at ?? '', right.one.prayed_at ?? '') ||
      compare(left.rank, right.rank),
  )
  return ranked.map(({ one }) => one)
}

/** One of each list, then the next of each. */
function interleaved(seed: string, candidates: Candidate[]): Candidate[] {
  const lists = [...Map.groupBy(candidates, ({ prayer_list_id }) => prayer_list_id ?? '')]
    .map(([id, items]) => ({ rank: rankOf(seed, id), items: inTurn(seed, items, false) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  const longest = Math.max(0, ...lists.map(({ items }) => items.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap(({ items }) => items[index] ?? [])).flat()
}

/**
 * The requests of a day. `kept`: what the person has prayed for today, which stays when a day is chosen anew. The same for the
 * same candidates, person and day.
 */
export function choosePortion({
  candidates,
  choices,
  has_chosen,
  seed,
  kept,
}: {
  candidates: Candidates
  choices: TodayChoices
  has_chosen: boolean
  seed: string
  kept: Chosen[]
}): Chosen[] {
  const taken = new Set(kept.map(({ id }) => id))
  /** True for what comes from somewhere nearer than the whole site. */
  const isNearer = (id: string): boolean =>
    todayReasons.some(
      (reason) => reason !== 'waiting' && choices[reason] && candidates[reason].some((one) => one.id === id),
    )
  const waitingFor = {} as Candidates
  for (const reason of todayReasons) {
    const all = choices[reason] ? candidates[reason].filter(({ id }) => reason !== 'waiting' || !isNearer(id)) : []
    waitingFor[reason] = reason === 'list' ? interleaved(seed, all) : inTurn(seed, all, reason === 'waiting')
  }
  const isNew = !has_chosen && todayReasons.every((reason) => reason === 'waiting' || candidates[reason].length === 0)
  const count = isNew ? FIRST_COUNT : choices.count
  const picked: (Chosen & { candidate: Candidate })[] = []
  const take = (reason: TodayReason): boolean => {
    const candidate = waitingFor[reason].find(({ id }) => !taken.has(id))
    if (!candidate || kept.length + picked.length >= count) return false
    taken.add(candidate.id)
    picked.push({ id: candidate.id, reason, prayer_list_id: candidate.prayer_list_id, candidate })
    return true
  }
  for (let index = 0; index < Math.ceil(count * DAY_PART); index++) take('day')
  while (TURNS.map(take).some(Boolean));
  while (take('day'));
  // Where all are heavy, one that gives thanks takes the place of the last from the same source.
  if (picked.length >= MIN_TODAY && !picked.some(({ candidate }) => candidate.is_thankful)) {
    for (const reason of [...TURNS].toReversed()) {
      const last = picked.findLastIndex((one) => one.reason === reason)
      const thanks = waitingFor[reason].find(({ id, is_thankful }) => is_thankful && !taken.has(id))
      if (last === -1 || !thanks) continue
      picked[last] = { id: thanks.id, reason, prayer_list_id: thanks.prayer_list_id, candidate: thanks }
      break
    }
  }
  const ordered = todayReasons.flatMap((reason) => picked.filter((one) => one.reason === reason))
  // Nobody begins with their own words.
  const first = ordered.findIndex(({ candidate }) => !candidate.is_own)
  if (first > 0) ordered.unshift(...ordered.splice(first, 1))
  return [...kept, ...ordered.map(({ id, reason, prayer_list_id }) => ({ id, reason, prayer_list_id }))]
}
