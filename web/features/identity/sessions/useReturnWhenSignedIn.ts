import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isSignInPage } from '../../../api.ts'
import { readToken } from '../../../token.ts'
import { useAuth } from './auth.tsx'
import { wayIn } from './firstVisit.ts'
import { returnPath } from './returnPath.ts'
import { dropWantedAct, keepWantedAct } from './wantedAct.ts'

/** Pages that belong to signing in: a reader who opens another one without it no longer wants what they pressed. */
const isOnTheWay = (path: string): boolean => isSignInPage(path) || /^\/(reset-password|verify-email)\/?$/.test(path)

/**
 * Leads a reader who is signed in, or has just signed in here, on to the page that the address names, or to the welcome at their first
 * visit; not while the page `waits` for an answer of theirs. Keeps what they pressed before, to be done afterwards.
 */
export function useReturnWhenSignedIn(waits = false): void {
  const { user } = useAuth()
  const [search] = useSearchParams()
  const { state, pathname, search: query } = useLocation()
  const navigate = useNavigate()
  const target = returnPath(search.get('return'))
  useEffect(() => {
    // Kept once: coming back to this entry of the history must not want it again.
    if (readToken() === null && keepWantedAct(state)) void navigate(pathname + query, { replace: true, state: null })
  }, [state, pathname, query, navigate])
  useEffect(() => {
    if (user && !waits) void navigate(wayIn(user, target), { replace: true })
  }, [user, waits, target, navigate])
  useEffect(
    () => () => {
      if (readToken() === null && !isOnTheWay(location.pathname)) dropWantedAct()
    },
    [],
  )
}
