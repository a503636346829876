import { isDeepStrictEqual } from 'node:util'

/**
 * Returns the members of a change that differ from what is stored. An entity that is sent back as it was read changes
 * nothing, so nothing is written for it.
 */
export function pickChanges<Change extends object>(before: object, change: Change): Partial<Change> {
  const differs = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && !isDeepStrictEqual(value, Reflect.get(before, name))
  return Object.fromEntries(Object.entries(change).filter(differs)) as Partial<Change>
}

/** True when nothing is to be written. */
export const isUnchanged = (change: object): boolean => Object.keys(change).length === 0
