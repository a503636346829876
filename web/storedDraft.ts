import { keyOf, parseStored, type Stored } from './drafts.ts'
import { writeStored } from './storage.ts'
import { readUserId } from './token.ts'

// Separate from `drafts.ts`, because a page without a form does without it.

/** Returns the draft that the person who is signed in left on this device, or an empty object. */
export function readStoredDraft(name: string): object {
  const id = readUserId()
  return (id === null ? null : parseStored(keyOf(id, name)))?.draft ?? {}
}

/** Stores a draft of the person who is signed in, or removes it when null. Returns true if it is stored. */
export function storeDraft(name: string, draft: object | null): boolean {
  const id = readUserId()
  if (id === null) return false
  const stored = draft && JSON.stringify({ kept_at: Date.now(), draft } satisfies Stored)
  // Where storage is blocked or full the text is still in the form.
  return writeStored(keyOf(id, name), stored) && draft !== null
}
