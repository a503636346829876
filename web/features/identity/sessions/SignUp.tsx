import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { AuthCard } from './AuthParts.tsx'
import { signUpModeQuery } from './queries.ts'
import { FormNotice, ResultCard, SessionForm } from './SessionForm.tsx'
import { useFragment } from './useFragment.ts'
import { useReturnWhenSignedIn } from './useReturnWhenSignedIn.ts'

/** Signs up in each of the registration modes that a site can choose. */
export function SignUp() {
  const t = useTranslations('account')
  const [search] = useSearchParams()
  useReturnWhenSignedIn()
  const invitation = useFragment() ?? ''
  const { data } = useQuery(signUpModeQuery)
  const [pending, setPending] = useState<{ what: 'verify_email' | 'approval'; email: string } | null>(null)
  const mode = data?.sign_up_mode ?? 'open'
  const member = (
    <p className="secondary">
      {t('member')} <Link to={{ pathname: '/signin', search: search.toString() }}>{t('sign_in')}</Link>
    </p>
  )

  if (pending) {
    const { what, email } = pending
    return what === 'verify_email' ? (
      <ResultCard title={t('mailbox')} lead={t('pending_email', { email })} />
    ) : (
      <ResultCard title={t('thanks')} lead={t('pending_approval', { email })} />
    )
  }
  if (mode === 'invite' && invitation === '') {
    return (
      <AuthCard title={t('by_invitation')} lead={t('by_invitation_text')}>
        {member}
      </AuthCard>
    )
  }
  const isInvited = mode !== 'open' && invitation !== ''
  return (
    <SessionForm
      kind="sign_up"
      {...(isInvited && { lead: t('invited_lead') })}
      notice={
        mode === 'approval' && !isInvited && <FormNotice title={t('approval_note')} text={t('approval_note_text')} />
      }
      send={({ email, password, displayName }) =>
        call(
          'sessions.sign_up',
          { email, password, displayName, ...(isInvited && { invitation }) },
          { ignoreUnauthorized: true },
        )
      }
      onPending={(what, email) => setPending({ what, email })}
    >
      {member}
    </SessionForm>
  )
}
