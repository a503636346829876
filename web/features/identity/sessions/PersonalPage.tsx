import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Title } from '../../../site.tsx'
import { useAuth } from './auth.tsx'
import { useRequireSignIn } from './useRequireSignIn.ts'
import { PageHead } from '../../../ui/PageHead.tsx'

interface Props {
  title: string
  lead?: string
  /** Text of the sign-in link for a visitor without scripts; with scripts the page redirects. */
  sign_in: string
  /** Links at the end of the heading, for who is signed in. */
  actions?: ReactNode
  children: ReactNode
}

/** Page about the reader alone: shows its heading to everybody, and its content once the reader is known. */
export function PersonalPage({ title, lead, sign_in, actions, children }: Props) {
  const { status } = useAuth()
  const { pathname } = useLocation()
  useRequireSignIn()
  return (
    <>
      <Title>{title}</Title>
      <meta name="robots" content="noindex" />
      <PageHead title={title} lead={lead}>
        {status === 'signed_in' && actions}
      </PageHead>
      {status === 'signed_in' ? (
        children
      ) : (
        <p className="secondary for-visitors">
          <Link to={`/signin?return=${pathname}`}>{sign_in}</Link>
        </p>
      )}
    </>
  )
}
