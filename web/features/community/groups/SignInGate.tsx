import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { Title } from '../../../site.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../identity/sessions/useRequireSignIn.ts'
import emptyStateStyles from '../../../ui/EmptyState.module.css'

interface Props {
  /** Title of the page that the visitor is about to open. */
  title?: 'title' | 'new_title' | 'join_title'
  children: ReactNode
}

function GateContent({ title = 'title', children }: Props) {
  const t = useTranslations('groups')
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  useRequireSignIn()
  return (
    <>
      {status !== 'signed_in' && <Title>{t(title)}</Title>}
      <meta name="robots" content="noindex" />
      {status === 'signed_in' ? (
        children
      ) : (
        <div className={emptyStateStyles.page}>
          <div>
            <h1>{t(title)}</h1>
            <p className="secondary for-visitors">
              <Link to={`/signin?return=${encodeURIComponent(pathname + search)}`}>{t('sign_in')}</Link>
            </p>
          </div>
        </div>
      )}
    </>
  )
}

/** Requires a session for group pages: sends a visitor to sign in and back. */
export const SignInGate = (props: Props) => (
  <FormMessages area="groups">
    <GateContent {...props} />
  </FormMessages>
)
