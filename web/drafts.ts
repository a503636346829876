import { readUserId } from './token.ts'

const PREFIX = 'draft:'
/** Time after its last change at which a draft is erased. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000

interface Stored {
  kept_at: number
  draft: object
}

const keyOf = (user_id: string, name: string): string => `${PREFIX}${user_id}:${name}`

function parseStored(key: string): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '') as Stored
    return Date.now() - stored.kept_at < MAX_AGE_MS ? stored : null
  } catch {
    return null
  }
}

/** Returns the draft that the person who is signed in left on this device, or an empty object. */
export function readStoredDraft(name: string): object {
  const id = readUserId()
  return (id === null ? null : parseStored(keyOf(id, name)))?.draft ?? {}
}

/** Stores a draft of the person who is signed in, or removes it when null. Returns true if it is stored. */
export function storeDraft(name: string, draft: object | null): boolean {
  const id = readUserId()
  if (id === null) return false
  try {
    if (draft === null) localStorage.removeItem(keyOf(id, name))
    else localStorage.setItem(keyOf(id, name), JSON.stringify({ kept_at: Date.now(), draft } satisfies Stored))
    return draft !== null
  } catch {
    // Storage is unavailable or full: the text is still in the form.
    return false
  }
}

function eraseWhere(isErased: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && isErased(key)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/** Erases all drafts on this device: they are private, and the next person at it may be another. */
export const eraseDrafts = (): void => eraseWhere(() => true)

/** Erases the drafts about an item that is gone. */
export const eraseDraftsOf = (id: string): void => eraseWhere((key) => key.endsWith(`:${id}`))

/**
 * Erases what is too old, and the drafts of everybody but the person who is signed in. A session that ended by itself
 * leaves its drafts for the same person, who signs in again.
 */
export function eraseStaleDrafts(): void {
  const id = readUserId()
  eraseWhere((key) => parseStored(key) === null || (id !== null && !key.startsWith(keyOf(id, ''))))
}
