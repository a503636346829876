import type { EndpointName } from '../contract/endpoints.ts'
import type { Call, Input, Output } from '../contract/schemas.ts'
import type { CallOptions, Failure, Result } from './send.ts'
import { readToken } from './token.ts'

export type { CallOptions, Failure, Result } from './send.ts'

/** The failure of what could not be sent or loaded. */
export const noConnection: Failure = { status: 0, code: 'client.offline', detail: 'You seem to be offline.' }

/** True for the failure of what does not exist, or no longer for this reader. */
export const isMissing = (error: Failure | null): boolean => error?.status === 404 || error?.status === 400

export const isSignInPage = (path: string): boolean => /^\/sign(in|up)\b/i.test(path)

/** Returns the address of the page that signs in and leads back to a path with its query: that page itself, if it is one. */
export const signInAddress = (path: string, search = ''): string =>
  isSignInPage(path) ? path + search : `/signin?return=${encodeURIComponent(path + search)}`

let redirectTo = (address: string): void => location.assign(address)
/** Navigates to /signin without reloading the page; set by the auth provider. */
export const setRedirect = (redirect: typeof redirectTo): void => void (redirectTo = redirect)
const leaveToSignIn = (): void => redirectTo(signInAddress(location.pathname, location.search))

const loadSend = () => import('./send.ts')
// A signed-in reader makes a call at once, so the code for it is fetched early.
if (!import.meta.env.SSR && readToken() !== null) void loadSend().catch(() => {})

/**
 * Calls the server with the reader's token. Never rejects: a failure is in `error`. A 401 removes the token and
 * redirects the browser to /signin, which leads back to the page.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<Result<Output<Name>>> {
  // Read before the first `await`, because signing out removes it right after the call.
  const stored = readToken()
  try {
    const { send } = await loadSend()
    return (await send(name, input, options, { stored, leaveToSignIn })) as Result<Output<Name>>
  } catch (error) {
    if (options.signal?.aborted) throw error
    return { data: null, error: noConnection }
  }
}

/** Calls `refreshToken` of `send.ts`. */
export const refreshToken = async (stale: string | null): Promise<string | null> =>
  (await loadSend()).refreshToken(stale)

/** Answers a query in the browser: as `call`, but rejects with the failure. */
export const browserCall: Call = async (name, input, options) => {
  const { data, error } = await call(name, input, options)
  if (error) throw error
  return data
}

/**
 * Runs an act that needs a password confirmed in the last minutes: asks for the password when the server requires it,
 * and retries.
 */
export type WithConfirmation = <T>(act: () => Promise<Result<T>>) => Promise<Result<T>>
