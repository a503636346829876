const KEY = 'read_notifications'
/** Enough for any banner; older ones are forgotten, and shown by no one any more. */
const MOST = 100

/** The notifications that were read in this browser: what a visitor has in place of an account. */
export function readHere(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Remembers that one was read. Without storage it is shown again at the next visit. */
export function rememberRead(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...readHere(), id])].slice(-MOST)))
  } catch {
    // Closed storage.
  }
}
