import { readStoredJson, writeStored } from '../../../storage.ts'
import { FIRST_VISIT_KEY } from './forgetFirstVisit.ts'
import { returnPath } from './returnPath.ts'

/** An account may wait some days for its approval. */
const MAX_AGE_MS = 7 * 24 * 3600 * 1000

interface FirstVisit {
  /** Path of this site from which the person came, with the code of an invitation to a group. */
  to: string
  /** The person who signed up; absent while their account waits, when only the name is known. */
  user_id?: string
  /** The name that the account got. */
  display_name: string
  /** An invitation calls them so: the name is offered and never given, since others would see it. */
  offered_name?: string
}

interface Person {
  id: string
  display_name: string
}

/** Keeps on this device that somebody has signed up and has not been welcomed yet. Where storage is blocked there is no welcome. */
export const keepFirstVisit = (visit: FirstVisit): boolean =>
  writeStored(FIRST_VISIT_KEY, JSON.stringify({ ...visit, kept_at: Date.now() }))

export const forgetFirstVisit = (): boolean => writeStored(FIRST_VISIT_KEY, null)

/** The time at which an account was made, in milliseconds: its id begins with it (UUIDv7). */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/**
 * Returns the first visit of this person, or null. Who has chosen a name has been here before, and whose account is older than the sign-up is
 * another, at a tablet that a family shares. A week off: its clock may be wrong, and a sign-up be the second one.
 */
export function readFirstVisit({ id, display_name }: Person): FirstVisit | null {
  const visit = readStoredJson(FIRST_VISIT_KEY) as (FirstVisit & { kept_at: number }) | null
  if (visit === null || !(Date.now() - visit.kept_at < MAX_AGE_MS)) return null
  const isTheirs =
    visit.user_id === undefined
      ? visit.display_name === display_name && madeAt(id) > visit.kept_at - MAX_AGE_MS
      : visit.user_id === id
  return isTheirs ? { ...visit, to: returnPath(visit.to), user_id: id } : null
}

/** Returns where somebody goes who has signed in: to the welcome at their first visit, else to `target`. */
export function wayIn(person: Person, target: string): string {
  const visit = readFirstVisit(person)
  if (visit === null) return target
  // The path that is kept may have the code that this tab lacks.
  if (target !== '/' && !visit.to.startsWith(`${target}#`)) keepFirstVisit({ ...visit, to: target })
  return '/welcome'
}
