const STORAGE_KEY = 'read_notifications'
/** The ids of this visit are kept here: `public/banner.js` reads them before the first paint. */
const SEEN_KEY = 'seen_notifications'
/** Maximum number of stored ids. Older ones are dropped; their notifications are not active any more. */
const MAX_READ_IDS = 100

/** Returns the ids of the notifications read in this browser, which a visitor has instead of an account. */
export function loadReadIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Stores the id of a read notification. Without storage the notification is shown again at the next visit. */
export function saveReadId(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...new Set([...loadReadIds(), id])].slice(-MAX_READ_IDS)))
  } catch {
    // Storage is unavailable.
  }
}

/** Returns the ids of the notifications that the page before has shown in this visit, separated by commas. */
export function loadSeenIds(): string {
  try {
    return sessionStorage.getItem(SEEN_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Stores which notifications a page shows. Without storage each page that the server renders shows them in full. */
export function saveSeenIds(ids: string): void {
  try {
    sessionStorage.setItem(SEEN_KEY, ids)
  } catch {
    // Storage is unavailable.
  }
}
