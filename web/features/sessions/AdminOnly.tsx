import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AdminShell } from '../../layout/AdminShell.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { Note } from '../../ui/Note.tsx'
import { useAuth } from './auth.tsx'
import { useRequireSignIn } from './useRequireSignIn.ts'

/**
 * A page of the admin area. Visitors are led to sign in and back. What it hides from others is theirs to know only: the
 * server decides, this saves them a page full of refusals.
 */
export function AdminOnly({ children }: { children: ReactNode }) {
  return (
    <FormMessages area="admin">
      <meta name="robots" content="noindex" />
      <Guarded>{children}</Guarded>
    </FormMessages>
  )
}

function Guarded({ children }: { children: ReactNode }) {
  const t = useTranslations('admin')
  const { user } = useAuth()
  useRequireSignIn()
  if (!user) return <p className="muted">{t('loading')}</p>
  if (user.role !== 'admin') return <Note kind="error" icon="lock" title={t('forbidden')} />
  return <AdminShell>{children}</AdminShell>
}
