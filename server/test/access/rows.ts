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
  /** Variant of the input, when the response depends on it. */
  about: string
  /** Returns a complete, valid input. Called again for each success, because that may consume the item. */
  input: (world: World, actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>
  expected: Expected
  /** The members that contain ids, for inputs with an id of a missing item, and with an invalid one. */
  ids: string[]
  /** Expected with an id of a missing item. */
  missing: Expected
  /** Expected with an invalid id. */
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

/** Replaces the status of actors for whom the item itself decides, but not of those refused before. */
const replaceStatus = (expected: Expected, status: number, decided: (actor: Actor) => boolean): Expected =>
  Object.fromEntries(
    actorNames.map((actor) => [actor, decided(actor) ? status : expected[actor]]),
  ) as unknown as Expected

export type RowOptions = {
  about?: string
  ids?: string[]
  /** Left out: 404 for actors who pass the access check. */
  missing?: Given | number
  /** Left out: 400 for actors who pass the access check. */
  malformed?: Given | number
  /**
   * Actors refused before the id is read. Left out: visitors who get 401, and everybody who gets 403 from the access
   * check.
   */
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

/** Returns the actors whom an endpoint for this role refuses before anything else. */
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

/** A link of an email that the site did not sign. */
export const withNoLink = (endpoint: EndpointName): Row =>
  row(endpoint, { rest: 404 }, () => ({ token: 'A'.repeat(43) }), {
    about: 'with a link that is none',
    suspended: 404,
  })
