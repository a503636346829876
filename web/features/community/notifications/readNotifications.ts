/** Width of the window and height of the banner in it, in CSS pixels; theme.js reserves the height. */
const ROOM_KEY = 'banner_room'
const STORAGE_KEY = 'read_notifications'
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

/** Stores the height that a member's own notifications need, in CSS pixels, for the next page in this browser; 0: none. */
export function saveRoom(height: number): void {
  try {
    if (height > 0) localStorage.setItem(ROOM_KEY, `${innerWidth} ${Math.ceil(height)}`)
    else localStorage.removeItem(ROOM_KEY)
  } catch {
    // Storage is unavailable.
  }
}

/** Removes what this browser stores of the banner. */
export function forgetReader(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
    localStorage.removeItem(ROOM_KEY)
  } catch {
    // Storage is unavailable.
  }
}
