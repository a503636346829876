import { readStoredJson, writeStored } from './storage.ts'
import { readUserId } from './token.ts'

const PREFIX = 'draft:'
/** Time after its last change at which a draft is erased. */
const MAX_AGE_MS = 30 * 24 * 3600 * 1000

export interface Stored {
  kept_at: number
  draft: object
  /** True when its writer signed out and wanted it kept, whoever signs in meanwhile. */
  is_wanted?: boolean
}

/** The members of a draft that hold what somebody wrote. */
const WORDS = ['title', 'content', 'text', 'words']
const hasWords = ({ draft }: Stored): boolean =>
  Object.entries(draft).some(([key, value]) => WORDS.includes(key) && `${value}`.trim() !== '')

/** Returns the key of a draft in the storage of the device. */
export const keyOf = (user_id: string, name: string): string => `${PREFIX}${user_id}:${name}`

/** Returns the draft under a key, or null: none is there, it cannot be read, or it is too old. */
export function parseStored(key: string): Stored | null {
  const stored = readStoredJson(key) as Stored | null
  return stored !== null && Date.now() - stored.kept_at < MAX_AGE_MS ? stored : null
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    // Storage is blocked: nothing was stored.
    return []
  }
}

const isOf = (key: string, id: string | null): boolean => id !== null && key.startsWith(keyOf(id, ''))

function eraseWhere(isErased: (key: string) => boolean): void {
  for (const key of listKeys()) if (isErased(key)) localStorage.removeItem(key)
}

/** The drafts that the person who is signed in left on this device, in whatever tab. */
function listOwn(): [key: string, Stored][] {
  const id = readUserId()
  return listKeys().flatMap((key) => {
    const stored = isOf(key, id) ? parseStored(key) : null
    return stored ? [[key, stored]] : []
  })
}

/** True when the person who is signed in has written something on this device, in whatever tab, and not sent it. */
export const hasDrafts = (): boolean => listOwn().some(([, stored]) => hasWords(stored))

/** Keeps the drafts of the person who is signed in, and signs out, until they are back: nobody else reads or erases them. */
export function keepDrafts(): void {
  for (const [key, stored] of listOwn()) {
    // Where storage is full they stay as those of a session that ended by itself.
    writeStored(key, JSON.stringify({ ...stored, is_wanted: true } satisfies Stored))
  }
}

/**
 * Erases the drafts on this device but those that another wanted kept: they are private, and the next person at it may be
 * another.
 */
export function eraseDrafts(): void {
  const id = readUserId()
  eraseWhere((key) => isOf(key, id) || parseStored(key)?.is_wanted !== true)
}

/** Erases the drafts about an item that is gone. */
export const eraseDraftsOf = (id: string): void => eraseWhere((key) => key.endsWith(`:${id}`))

/**
 * Erases what is too old, and the drafts of everybody but the person who is signed in and who wanted theirs kept. A session
 * that ended by itself leaves its drafts for the same person, who signs in again.
 */
export function eraseStaleDrafts(): void {
  const id = readUserId()
  eraseWhere((key) => {
    const stored = parseStored(key)
    return stored === null || (id !== null && !isOf(key, id) && stored.is_wanted !== true)
  })
}
