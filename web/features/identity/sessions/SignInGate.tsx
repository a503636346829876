import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { signInAddress } from '../../../api.ts'
import { Title } from '../../../site.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { useAuth } from './auth.tsx'
import { useRequireSignIn } from './useRequireSignIn.ts'

interface Props {
  title: string
  lead?: string
  /** Links at the end of the heading, for who is signed in. */
  actions?: ReactNode
  /** True when the content has a heading of its own, which takes the place of this one. */
  hasOwnHead?: boolean
  /** Text of the sign-in link for a visitor without scripts; with scripts the page redirects. */
  sign_in: string
  children: ReactNode
}

/**
 * A page for who is signed in: shows its heading to everybody and its content once the reader is known. Sends a visitor
 * to sign in, and back to this address with its query.
 */
export function SignInGate({ title, lead, actions, hasOwnHead = false, sign_in, children }: Props) {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  useRequireSignIn()
  const isSignedIn = status === 'signed_in'
  return (
    <>
      <meta name="robots" content="noindex" />
      {!(isSignedIn && hasOwnHead) && (
        <>
          <Title>{title}</Title>
          <PageHead title={title} lead={lead}>
            {isSignedIn && actions}
          </PageHead>
        </>
      )}
      {isSignedIn ? (
        children
      ) : (
        <p className="secondary for-visitors">
          <Link to={signInAddress(pathname, search)}>{sign_in}</Link>
        </p>
      )}
    </>
  )
}
