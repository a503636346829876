/**
 * The list of all calls grows with the product, and the first page of a visitor makes none: it comes with the first call,
 * or, where somebody is signed in and will make one, at once.
 */
export const loadEndpoints = () => import('../contract/endpoints.ts')

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

if (!import.meta.env.SSR && readToken() !== null) void loadEndpoints().catch(() => {})

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

/** Whether the `exp` claim lies before now (seconds). What cannot be read counts as expired. */
export function isExpired(token: string, now = Date.now() / 1000): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { exp } = JSON.parse(atob(payload)) as { exp: number }
    return !(exp >= now)
  } catch {
    return true
  }
}

// Locks exist in secure contexts only; elsewhere one tab at least waits for itself.
let queue: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  if (navigator.locks) return navigator.locks.request(TOKEN_KEY, work)
  const turn = queue.then(work, work)
  queue = turn.catch(() => {})
  return turn
}

/**
 * Exchanges the token for a fresh one, one tab at a time; the others find the new one in storage.
 * A refusal removes the token and gives null. Rejects when the server cannot be reached, or, with its answer, when it is busy.
 */
export function refreshToken(stale: string): Promise<string | null> {
  return inTurn(async () => {
    const stored = readToken()
    if (stored !== stale) return stored
    const { endpoints } = await loadEndpoints()
    const [method, path] = endpoints['sessions.refresh']
    const response = await fetch(path, {
      method,
      headers: { authorization: `Bearer ${stale}`, 'content-type': 'application/json' },
      body: '{}',
    })
    if (response.status >= 500 || response.status === 429) throw response
    const token = response.ok ? (((await response.json()) as { token?: string }).token ?? null) : null
    // Somebody may have signed in or out meanwhile.
    if (readToken() === stale) writeToken(token)
    return readToken()
  })
}

/** The token to send now: checked before every request, refreshed when its time is over, null when there is none. */
export async function usableToken(): Promise<string | null> {
  const token = readToken()
  return token !== null && isExpired(token) ? refreshToken(token) : token
}
