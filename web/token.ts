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

/** Stores the token, or removes it when null, and switches the header, which the style sheet shows, at once. */
export function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch {
    // Storage is blocked: the session lasts no longer than the page.
  }
  document.documentElement.toggleAttribute('data-signed-in', token !== null)
}
