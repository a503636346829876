import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { signInAddress } from '../../../api.ts'
import { useAuth } from './auth.tsx'

/** Sends a visitor to sign in and back; what they see until then must be safe for anyone. */
export function useRequireSignIn(required = true): void {
  const { status, leaveToSignIn } = useAuth()
  const { pathname, search } = useLocation()
  useEffect(() => {
    // A reader who signs out here is already on the way to the feed: the address changes before the page does.
    if (location.pathname !== pathname) return
    if (required && status === 'signed_out') void leaveToSignIn(signInAddress(pathname, search))
  }, [required, status, pathname, search, leaveToSignIn])
}
