/** Where the browser keeps the token of the session. */
export const TOKEN_KEY = 'auth_token'

/** The stored token, or null. Storage can be closed to the page (private windows): then nobody is signed in. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return null
  }
}

/** Keeps the token, or removes it when null, and lets the style sheet show the right header at once. */
export function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch {
    // Closed storage: the session lasts no longer than the page.
  }
  document.documentElement.toggleAttribute('data-signed-in', token !== null)
}
