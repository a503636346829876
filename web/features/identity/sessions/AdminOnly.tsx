import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { hasRole, isStaff } from '../../../../contract/roles.ts'
import { AdminShell, type MinRole } from '../../../layout/AdminShell.tsx'
import { ErrorScreen } from '../../../layout/ErrorScreen.tsx'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { Title } from '../../../site.tsx'
import { useAuth } from './auth.tsx'
import { useRequireSignIn } from './useRequireSignIn.ts'

/**
 * Wraps a page of the admin area. Sends visitors to sign in and back; shows the not-found page to readers without the
 * role. The server checks every permission: this only spares them a page full of errors. `who`: minimum role that may
 * open the page.
 */
export function AdminOnly({ who: minRole = 'admin', children }: { who?: MinRole; children: ReactNode }) {
  return (
    <FormMessages area="admin">
      <FormMessages area="admin_site">
        <meta name="robots" content="noindex" />
        <Guarded who={minRole}>{children}</Guarded>
      </FormMessages>
    </FormMessages>
  )
}

const notFound = { status: 404 }

function Guarded({ who: minRole, children }: { who: MinRole; children: ReactNode }) {
  const t = useTranslations('admin')
  const { user } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useRequireSignIn()
  // The start page of the area is for administrators; other staff start at the reports.
  const shouldRedirect = pathname === '/admin' && user !== null && user.role !== 'admin' && isStaff(user.role)
  useEffect(() => {
    if (shouldRedirect) void navigate('/admin/reports', { replace: true })
  }, [shouldRedirect, navigate])
  if (!user || shouldRedirect) {
    return (
      <>
        <Title>{t('dashboard')}</Title>
        <p className="muted">{t('loading')}</p>
      </>
    )
  }
  if (!hasRole(user.role, minRole)) return <ErrorScreen error={notFound} />
  return <AdminShell role={user.role}>{children}</AdminShell>
}
