import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { SignInGate } from '../../identity/sessions/SignInGate.tsx'

interface Props {
  /** Title of the page that a visitor is about to open. */
  title?: 'title' | 'new_title' | 'join_title'
  children: ReactNode
}

function Gate({ title = 'title', children }: Props) {
  const t = useTranslations('groups')
  return (
    <SignInGate title={t(title)} hasOwnHead sign_in={t('sign_in')}>
      {children}
    </SignInGate>
  )
}

/** The gate of the pages of groups, with their messages. */
export const GroupGate = withMessages(Gate, 'groups')
