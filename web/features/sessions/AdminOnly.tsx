import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AdminShell } from '../../layout/AdminShell.tsx'
import { ErrorScreen } from '../../layout/ErrorScreen.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { useAuth } from './auth.tsx'
import { useRequireSignIn } from './useRequireSignIn.ts'

interface Props {
  /** For moderators too. */
  moderators?: boolean
  children: ReactNode
}

/**
 * A page of the admin area. Visitors are led to sign in and back; whoever it is not for sees what a missing address shows.
 * The server decides what anybody may know: this saves them a page full of refusals.
 */
export function AdminOnly(props: Props) {
  return (
    <FormMessages area="admin">
      <FormMessages area="admin_site">
        <meta name="robots" content="noindex" />
        <Guarded {...props} />
      </FormMessages>
    </FormMessages>
  )
}

const missing = { status: 404 }

function Guarded({ moderators = false, children }: Props) {
  const t = useTranslations('admin')
  const { user } = useAuth()
  useRequireSignIn()
  if (!user) return <p className="muted">{t('loading')}</p>
  const isAdmin = user.role === 'admin'
  if (!isAdmin && !(moderators && user.role === 'moderator')) return <ErrorScreen error={missing} />
  return <AdminShell isAdmin={isAdmin}>{children}</AdminShell>
}
