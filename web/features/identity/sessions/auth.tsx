import { useQueryClient, type Query } from '@tanstack/react-query'
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useNavigate } from 'react-router'
import type { Output } from '../../../../contract/schemas.ts'
import type { Me } from '../../../../contract/users.ts'
import { eraseDrafts, eraseStaleDrafts, keepDrafts } from '../../../drafts.ts'
import { call, isSignInPage, refreshToken, setRedirect } from '../../../api.ts'
import { useSite } from '../../../site.tsx'
import {
  hasLostToken,
  markEnding,
  readEndingTokens,
  readToken,
  readUserId,
  TOKEN_KEY,
  writeToken,
} from '../../../token.ts'
import { endMessages } from './endMessages.ts'
import { forgetFirstVisitOf } from './forgetFirstVisit.ts'

export type AuthState = { status: 'loading' | 'signed_out'; user: null } | { status: 'signed_in'; user: Me }

export type Auth = AuthState & {
  /** Uses a session that the server has just opened. */
  startSession: (session: Output<'sessions.sign_in'>) => Promise<void>
  /** Takes over what the reader has just changed about themselves. */
  updateUser: (change: Partial<Me>) => void
  /**
   * Signs out here at once, and has the server end the session as soon as it can be reached. `keeps_drafts`: what is written
   * and not sent stays on the device for the same person; else it is erased. Then opens `to`, or the start page.
   */
  signOut: (keeps_drafts: boolean, to?: string) => Promise<void>
  /** Navigates to the page that signs in, once, however many calls and pages want it. */
  leaveToSignIn: (address: string) => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

/** Returns the reader's session state. Works only inside `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth was used outside AuthProvider')
  return auth
}

const signedOut: AuthState = { status: 'signed_out', user: null }
const unknown: AuthState = { status: 'loading', user: null }
// One whose data was set before its first fetch has no `meta` yet.
const personalQueries = { predicate: (query: Query) => query.meta?.['personal'] !== false }

/** Removes what a page that was rendered for a member came with: it has done its work, and would stay in the document. */
function removePageData(): void {
  for (const script of document.querySelectorAll('script:not([src])')) script.remove()
}

const isTransient = (status: number): boolean => status === 0 || status === 429 || status >= 500
/** Delay before the next call to a server that did not respond, in milliseconds. */
const RETRY_DELAY_MS = 5000

/**
 * Verifies the stored token with the server, then by a refresh; removes a token that fails both. Gets one that the browser
 * has cleared back first.
 */
async function restoreSession(): Promise<AuthState | null> {
  try {
    if (readToken() === null && (!hasLostToken() || (await refreshToken(null)) === null)) return signedOut
  } catch {
    return null
  }
  let { data, error } = await call('sessions.current', {}, { ignoreUnauthorized: true })
  // Without a response, or from a busy server, the validity of the token is unknown.
  if (error && isTransient(error.status)) return null
  if (error) {
    const stale = readToken()
    const fresh = stale === null ? null : await refreshToken(stale).catch(() => null)
    if (fresh !== null && fresh !== stale)
      ({ data, error } = await call('sessions.current', {}, { ignoreUnauthorized: true }))
  }
  if (data) return { status: 'signed_in', user: data.user }
  writeToken(null)
  return signedOut
}

/** Has the server end the session of a token, whoever is signed in by now. */
async function endSession(token: string): Promise<void> {
  const { error } = await call('sessions.sign_out', {}, { token, keepalive: true, ignoreUnauthorized: true })
  if (!error || !isTransient(error.status)) markEnding(token, false)
}

const endSessions = (): void => void Promise.all(readEndingTokens().map(endSession))

export function AuthProvider({ children }: { children: ReactNode }) {
  const { reader } = useSite()
  const [state, setState] = useState<AuthState>(reader ? { status: 'signed_in', user: reader } : unknown)
  const client = useQueryClient()
  const navigate = useNavigate()
  /** True when the reader had a session that ended by itself: the page that signs in says so, and holds nothing that was read in it. */
  const hasEnded = useRef(false)
  const isLeaving = useRef(false)
  const leaveToSignIn = useCallback(
    async (address: string) => {
      if (isLeaving.current || isSignInPage(location.pathname)) return
      isLeaving.current = true
      await navigate(address, { replace: true, state: hasEnded.current && 'ended' })
      isLeaving.current = false
      if (hasEnded.current) void client.resetQueries(personalQueries)
    },
    [client, navigate],
  )

  useEffect(() => {
    const hasToken = readToken() !== null
    const isLost = hasLostToken()
    // The page was rendered for a visitor: refetches what differs for this reader.
    if (hasToken && !reader) void client.invalidateQueries(personalQueries)
    const check = async () => {
      const before = isLost ? '' : readToken()
      const next = await restoreSession()
      if (before !== null && next?.status === 'signed_out') hasEnded.current = true
      if (isLost && next?.status === 'signed_out') void client.resetQueries(personalQueries)
      // A transition: otherwise React replaces the parts of the page whose scripts are still on their way.
      if (next) startTransition(() => setState(next))
      else timer = setTimeout(retry, RETRY_DELAY_MS)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const retry = () => void check()
    // The server has just read the session of a page that it rendered for a member.
    if (!reader || !hasToken) retry()
    if (reader && !hasToken && !isLost) {
      // Signed out while the page was on its way.
      document.documentElement.removeAttribute('data-signed-in')
      void client.resetQueries(personalQueries)
    }
    endSessions()
    addEventListener('online', endSessions)
    const onStorage = (event: StorageEvent) => {
      if (event.key !== TOKEN_KEY && event.key !== null) return
      const token = readToken()
      document.documentElement.toggleAttribute('data-signed-in', token !== null)
      if (event.oldValue !== null && token !== null) return
      // While this page slept, one signed out and another in: what was written here goes, as it does when it hears of each.
      setState((now) => (token !== null && now.user && readUserId() !== now.user.id ? unknown : now))
      retry()
      void client.resetQueries(personalQueries)
    }
    addEventListener('storage', onStorage)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('online', endSessions)
      clearTimeout(timer)
    }
  }, [client, reader])

  useEffect(() => {
    // Lets the style sheet show the link of administrators, or of the care team and moderators.
    if (state.user) document.documentElement.dataset['role'] = state.user.role
    else delete document.documentElement.dataset['role']
    eraseStaleDrafts()
    if (state.status === 'signed_out' && reader) removePageData()
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || readUserId() === (state.user?.id ?? null)) return
      // The browser brings back a page of before somebody signed in or out.
      document.documentElement.hidden = true
      location.reload()
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [state, reader])

  useEffect(() => {
    setRedirect((address) => {
      hasEnded.current = true
      void leaveToSignIn(address)
      setState(signedOut)
    })
  }, [leaveToSignIn])

  const auth = useMemo(
    (): Auth => ({
      ...state,
      leaveToSignIn,
      startSession: async ({ token, user }) => {
        hasEnded.current = false
        writeToken(token)
        setState({ status: 'signed_in', user })
        await client.resetQueries(personalQueries)
      },
      updateUser: (change) => setState((now) => (now.user ? { ...now, user: { ...now.user, ...change } } : now)),
      signOut: async (keeps_drafts, to = '/') => {
        // One that the browser has cleared comes back first: without a token the session could not be named.
        const token = readToken() ?? (await refreshToken(null).catch(() => null))
        if (keeps_drafts) keepDrafts()
        else eraseDrafts()
        forgetFirstVisitOf(readUserId())
        void endMessages()
        // This clears what the tab holds: who prayed for whom, a round, an invitation, what was wished for.
        sessionStorage.clear()
        writeToken(null)
        if (token !== null) markEnding(token, true)
        endSessions()
        hasEnded.current = false
        // Navigates first: a page that needs a session would redirect to /signin otherwise.
        await navigate(to)
        setState(signedOut)
        await client.resetQueries(personalQueries)
      },
    }),
    [state, client, navigate, leaveToSignIn],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}
