import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { hasRole } from '../../../../contract/roles.ts'
import { AdminShell } from '../../../layout/AdminShell.tsx'
import { PageError } from '../../../layout/PageError.tsx'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import type { MinRole } from '../../../layout/places.ts'
import { useAuth } from './auth.tsx'
import { SignInGate } from './SignInGate.tsx'

interface Props {
  who?: MinRole
  /** True for a page without the places of the desk beside it. */
  isAlone?: boolean
  children: ReactNode
}

/**
 * Wraps a page of the admin area. Sends visitors to sign in and back; shows the not-found page to readers without the
 * role. The server checks every permission: this only spares them a page full of errors. `who`: minimum role that may
 * open the page.
 */
export function AdminOnly({ who = 'admin', ...rest }: Props) {
  return (
    <FormMessages area={['admin', 'admin_site']}>
      <Guarded who={who} {...rest} />
    </FormMessages>
  )
}

const notFound = { status: 404 }

function Guarded({ who: minRole, isAlone = false, children }: Props & { who: MinRole }) {
  const t = useTranslations()
  const { user } = useAuth()
  return (
    <SignInGate title={t('admin.nav')} hasOwnHead sign_in={t('nav.sign_in')}>
      {user && hasRole(user.role, minRole) ? (
        isAlone ? (
          children
        ) : (
          <AdminShell role={user.role}>{children}</AdminShell>
        )
      ) : (
        <PageError error={notFound} />
      )}
    </SignInGate>
  )
}
