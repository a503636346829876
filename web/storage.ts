/** The storage of this browser, which lasts, or that of this tab. Named late: a page may be forbidden even to name it. */
type Where = 'localStorage' | 'sessionStorage'

/** Returns what is stored, or null: nothing is, or storage is blocked (private windows). */
export function readStored(key: string, where: Where = 'localStorage'): string | null {
  try {
    return globalThis[where].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it when null. Returns false if that was not possible: storage is blocked or full. */
export function writeStored(key: string, value: string | null, where: Where = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[where].removeItem(key)
    else globalThis[where].setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Returns what is stored as JSON, or null: nothing is, it cannot be read, or storage is blocked. */
export function readStoredJson(key: string, where?: Where): unknown {
  try {
    return JSON.parse(readStored(key, where) ?? 'null')
  } catch {
    return null
  }
}
