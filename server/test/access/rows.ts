import type { EndpointName } from '../../../contract/endpoints.ts'
import { type Actor, type World, actorNames } from './world.ts'

/** The actors of the table of permissions. */
export const columns = ['visitor', 'member', 'author', 'group_member', 'care', 'moderator', 'admin'] as const
type Column = (typeof columns)[number]

/** The status that each column meets. */
export type Statuses = Record<Column, number>

/** The same in short: `rest` is everybody who is not named. */
type Given = Statuses | (Partial<Statuses> & { rest: number })

/** The status that each actor meets. */
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

/** The statuses of all columns. */
export function statuses(given: Given): Statuses {
  const { rest = Number.NaN, ...named } = { rest: undefined, ...given }
  const all = Object.fromEntries(columns.map((column) => [column, rest])) as Statuses
  return { ...all, ...named }
}

/**
 * The statuses of all actors. Who belongs elsewhere, or is limited, meets what any other member meets; a suspended person meets
 * 401 wherever the token is looked at.
 */
function expectedOf(given: Given, suspended: number): Expected {
  const all = statuses(given)
  return { ...all, elsewhere: all.member, limited: all.member, suspended }
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
  missing?: Given | number
  /** Left out: 400 for whoever is let in. */
  malformed?: Given | number
  /** Who is turned away before the id is looked at. Left out: visitors when they meet 401, and everybody who meets 403 at the door. */
  door?: Actor[]
  suspended?: number
}

/** One line of the table. */
export function row(
  endpoint: EndpointName,
  given: Given,
  input: Row['input'] = () => ({}),
  { about = '', ids = [], missing = 404, malformed = 400, door = [], suspended = 401 }: RowOptions = {},
): Row {
  const expected = expectedOf(given, suspended)
  const decided = (actor: Actor): boolean => expected[actor] !== 401 && !door.includes(actor)
  const withId = (met: Given | number): Expected =>
    typeof met === 'number' ? replaceStatus(expected, met, decided) : expectedOf(met, suspended)
  return { endpoint, about, input, expected, ids, missing: withId(missing), malformed: withId(malformed) }
}

/** Those whom an endpoint for this role turns away before anything else. */
export const rolesBelow = (role: 'care' | 'moderator' | 'admin'): Actor[] => {
  const members: Actor[] = ['member', 'author', 'group_member', 'elsewhere', 'limited']
  if (role === 'care') return members
  return role === 'moderator' ? [...members, 'care'] : [...members, 'care', 'moderator']
}

export const anybody = statuses({ rest: 200 })
export const signedIn = statuses({ visitor: 401, rest: 200 })
export const admins = statuses({ visitor: 401, admin: 200, rest: 403 })
export const moderators = statuses({ visitor: 401, moderator: 200, admin: 200, rest: 403 })
export const careAndAbove = statuses({ visitor: 401, care: 200, moderator: 200, admin: 200, rest: 403 })
export const ownersOnly = statuses({ visitor: 401, author: 200, rest: 403 })
