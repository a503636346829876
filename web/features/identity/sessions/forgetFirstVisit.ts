import { readStoredJson, writeStored } from '../../../storage.ts'

export const FIRST_VISIT_KEY = 'first_visit'

/** Forgets the first visit of a person who signs out: it has the code of a group, and the name by which they were invited. */
export function forgetFirstVisitOf(user_id: string | null): void {
  const visit = readStoredJson(FIRST_VISIT_KEY) as { user_id?: string } | null
  if (visit?.user_id === user_id) writeStored(FIRST_VISIT_KEY, null)
}
