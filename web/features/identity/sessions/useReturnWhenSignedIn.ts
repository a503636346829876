import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useAuth } from './auth.tsx'
import { returnPath } from './returnPath.ts'

/** Leads a reader who is signed in, or has just signed in here, on to the page that the address names. */
export function useReturnWhenSignedIn(): void {
  const { status } = useAuth()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const target = returnPath(search.get('return'))
  useEffect(() => {
    if (status === 'signed_in') void navigate(target, { replace: true })
  }, [status, target, navigate])
}
