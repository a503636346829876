const STORAGE_KEY = 'read_notifications'
/** Enough for any banner; older ones are forgotten, and shown by no one any more. */
const MAX_READ_IDS = 100

/** The notifications that were read in this browser: what a visitor has in place of an account. */
export function loadReadIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Remembers that one was read. Without storage it is shown again at the next visit. */
export function saveReadId(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...new Set([...loadReadIds(), id])].slice(-MAX_READ_IDS)))
  } catch {
    // Closed storage.
  }
}
