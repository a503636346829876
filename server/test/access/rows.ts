import type { EndpointName } from '../../../contract/endpoints.ts'
import { type Actor, type World, actorNames } from './world.ts'

/** What an actor meets: the status of the answer. */
type Expected = Record<Actor, number>

export interface Row {
  endpoint: EndpointName
  /** What the input is about, when the answer depends on it. */
  about: string
  /** A whole, right input. Called anew for each success, because that may use the thing up. */
  input: (world: World, actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>
  expected: Expected
  /** The members that hold ids, for inputs with an id of nothing, and with one that is no id. */
  ids: string[]
  /** Met with an id of nothing. */
  missing: Expected
  /** Met with an id that is none. */
  malformed: Expected
}

const columns = ['visitor', 'other', 'author', 'member', 'care', 'moderator', 'admin'] as const

/**
 * Seven answers: visitor, other, author, member of the group, pastoral team, moderator, admin. Who belongs elsewhere, or is
 * limited, meets what any other person meets; a suspended person meets 401 wherever the token is looked at.
 */
export function parseStatuses(line: string, suspended = 401): Expected {
  const numbers = line.trim().split(/\s+/).map(Number)
  if (numbers.length !== columns.length) throw new Error(`Seven answers are needed: ${line}`)
  const named = Object.fromEntries(columns.map((column, index) => [column, numbers[index]])) as Expected
  return { ...named, elsewhere: named.other, limited: named.other, suspended }
}

/** The same with another status wherever the thing itself would have decided: not for those who are turned away at the door. */
const replaceStatus = (expected: Expected, status: number, decided: (actor: Actor) => boolean): Expected =>
  Object.fromEntries(
    actorNames.map((actor) => [actor, decided(actor) ? status : expected[actor]]),
  ) as unknown as Expected

type RowOptions = {
  about?: string
  ids?: string[]
  /** Left out: 404 for whoever is let in. */
  missing?: string | number
  /** Left out: 400 for whoever is let in. */
  malformed?: string | number
  /** Who is turned away before the id is looked at. Left out: visitors when they meet 401, and everybody who meets 403 at the door. */
  door?: Actor[]
  suspended?: number
}

/** One line of the table. `line` is read by `answers`. */
export function row(
  endpoint: EndpointName,
  line: string,
  input: Row['input'] = () => ({}),
  { about = '', ids = [], missing = 404, malformed = 400, door = [], suspended = 401 }: RowOptions = {},
): Row {
  const expected = parseStatuses(line, suspended)
  const decided = (actor: Actor): boolean => expected[actor] !== 401 && !door.includes(actor)
  const other = (given: string | number): Expected =>
    typeof given === 'string' ? parseStatuses(given, suspended) : replaceStatus(expected, given, decided)
  return { endpoint, about, input, expected, ids, missing: other(missing), malformed: other(malformed) }
}

/** Those whom an endpoint for this role turns away before anything else. */
export const rolesBelow = (role: 'care' | 'moderator' | 'admin'): Actor[] => {
  const members: Actor[] = ['other', 'author', 'member', 'elsewhere', 'limited']
  if (role === 'care') return members
  return role === 'moderator' ? [...members, 'care'] : [...members, 'care', 'moderator']
}

export const anybody = '200 200 200 200 200 200 200'
export const signedIn = '401 200 200 200 200 200 200'
export const admins = '401 403 403 403 403 403 200'
export const moderators = '401 403 403 403 403 200 200'
export const careAndAbove = '401 403 403 403 200 200 200'
export const ownersOnly = '401 403 200 403 403 403 403'
