/** Storage key of the session's token. */
export const TOKEN_KEY = 'auth_token'

/** Returns the stored token, or null. Storage can be blocked (private windows): then nobody is signed in. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return null
  }
}

/** Claims of a token; empty for one that cannot be read. They decide nothing: the server checks every token. */
export function parseToken(token: string): { sub?: string; sid?: string; exp?: number } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload)) as { sub?: string; exp?: number }
  } catch {
    return {}
  }
}

/** Returns the id of the person who is signed in, or null. */
export const readUserId = (): string | null => parseToken(readToken() ?? '').sub ?? null

/** Tells the server whether to render pages for a member: see `isForMember` there. */
export function markMember(is_member: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `member=1; path=/; samesite=lax; max-age=${is_member ? 90 * 24 * 3600 : 0}${secure}`
}

/** Stores the token, or removes it when null, and switches the header, which the style sheet shows, at once. */
export function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch {
    // Storage is blocked: the session lasts no longer than the page.
  }
  document.documentElement.toggleAttribute('data-signed-in', token !== null)
  // What could not be stored is gone with the page, and the next one is a visitor's.
  markMember(readToken() !== null)
}
