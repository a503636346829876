import { readStored, readStoredJson, writeStored } from '../../../storage.ts'

const STORAGE_KEY = 'read_notifications'
/** The ids of this visit are kept here: `public/banner.js` reads them before the first paint. */
const SEEN_KEY = 'seen_notifications'
/** Maximum number of stored ids. Older ones are dropped; their notifications are not active any more. */
const MAX_READ_IDS = 100

/** Returns the ids of the notifications read in this browser, which a visitor has instead of an account. */
export function loadReadIds(): string[] {
  const stored: unknown = readStoredJson(STORAGE_KEY)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

/** Stores the id of a read notification. Without storage the notification is shown again at the next visit. */
export const saveReadId = (id: string): boolean =>
  writeStored(STORAGE_KEY, JSON.stringify([...new Set([...loadReadIds(), id])].slice(-MAX_READ_IDS)))

/** Returns the ids of the notifications that the page before has shown in this visit, separated by commas. */
export const loadSeenIds = (): string => readStored(SEEN_KEY, 'sessionStorage') ?? ''

/** Stores which notifications a page shows. Without storage each page that the server renders shows them in full. */
export const saveSeenIds = (ids: string): boolean => writeStored(SEEN_KEY, ids, 'sessionStorage')
