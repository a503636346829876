import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from './auth.tsx'

/** Sends a visitor to sign in and back; what they see until then must be safe for anyone. */
export function useRequireSignIn(required = true): void {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    // A reader who signs out here is already on the way to the feed: the address changes before the page does.
    if (location.pathname !== pathname) return
    if (required && status === 'signed_out') {
      void navigate(`/signin?return=${encodeURIComponent(pathname + search)}`, { replace: true })
    }
  }, [required, status, pathname, search, navigate])
}
