import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { namelessNames } from '../../../../contract/languages.ts'
import { MAX_JOIN_ANSWER_LENGTH } from '../../../../contract/users.values.ts'
import { call } from '../../../api.ts'
import { AuthCard } from './AuthParts.tsx'
import { useAuth } from './auth.tsx'
import { InviteCodeForm } from './InviteCodeForm.tsx'
import { keepFirstVisit } from './firstVisit.ts'
import { withInviteCode } from './inviteCode.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { endpointQuery } from '../../../query.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { OptionalLabel } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { signUpModeQuery } from './queries.ts'
import { returnPath } from './returnPath.ts'
import { ResultCard, SessionForm } from './SessionForm.tsx'
import { SignOutForInvitation } from './SignOutForInvitation.tsx'
import { useFragment } from './useFragment.ts'
import { useReturnWhenSignedIn } from './useReturnWhenSignedIn.ts'

interface Pending {
  what: 'verify_email' | 'approval'
  email: string
}

/**
 * Says what a new account waits for. Whoever mistyped their address gets the form back with `onAgain`. `isInvited`: the invitation may be used
 * up, and signing up once more refused; a link to a new password confirms the address as well.
 */
function Waits({
  what,
  email,
  sendsMail,
  isInvited,
  onAgain,
}: Pending & { sendsMail: boolean; isInvited: boolean; onAgain: () => void }) {
  const t = useTranslations('account')
  const reset = useTranslations('password')
  if (what === 'approval') return <ResultCard title={t('thanks')} lead={t('pending_approval', { email })} />
  if (!sendsMail) return <ResultCard title={reset('no_mail')} lead={t('pending_no_mail', { email })} />
  return (
    <ResultCard title={t('mailbox')} lead={t('pending_email', { email })}>
      <Button onClick={onAgain}>{reset('other_address')}</Button>
      {isInvited && (
        <p className="secondary">
          <Link to="/reset-password">{reset('ask_again')}</Link>
        </p>
      )}
    </ResultCard>
  )
}

/** Asks whose the invitation is that somebody who is signed in has opened. `to`: where it can be opened signed out. */
function OfAnother({ name, onGo, to }: { name: string; onGo: () => void; to: string }) {
  const t = useTranslations('account')
  return (
    <AuthCard title={t('sign_up')} lead={t('invited_else', { name })}>
      <ButtonRow>
        <Button variant="primary" onClick={onGo}>
          {t('go_on_as', { name })}
        </Button>
        <SignOutForInvitation to={to} />
      </ButtonRow>
    </AuthCard>
  )
}

/** Signs up in each of the registration modes that a site can choose. */
export function SignUp() {
  const t = useTranslations('account')
  const nameOf = useNameOf()
  const nameless = namelessNames[useLocale()]
  const [search] = useSearchParams()
  const { user } = useAuth()
  const { pathname } = useLocation()
  const fragment = useFragment()
  const given = fragment ?? ''
  const { data } = useQuery(signUpModeQuery)
  const opened = useQuery({ ...endpointQuery('invitations.open', { invitation: given }), enabled: given !== '' })
  const invited = opened.data
  const isDead = opened.error?.code === 'invitations.link_expired'
  // A link that opens nothing is in nobody's way.
  const invitation = isDead ? '' : given
  const [isOwn, setOwn] = useState(false)
  // Somebody else may be signed in, at a computer that a family shares.
  const isOfAnother = user !== null && invitation !== '' && !isOwn && invited?.email !== user.email
  // The server knows no invitation: neither does the first render in the browser.
  useReturnWhenSignedIn(fragment === null || isOfAnother)
  const [pending, setPending] = useState<Pending | null>(null)
  const mode = data?.sign_up_mode ?? 'open'
  const member = (
    <p className="secondary">
      {t('member')} <Link to={{ pathname: '/signin', search: search.toString() }}>{t('sign_in')}</Link>
    </p>
  )

  if (isOfAnother)
    return (
      <OfAnother
        name={nameOf(user.display_name)}
        onGo={() => setOwn(true)}
        to={`${pathname}?${search}#${encodeURIComponent(given)}`}
      />
    )
  if (pending) {
    const sendsMail = data?.sends_mail !== false
    return <Waits {...pending} sendsMail={sendsMail} isInvited={given !== ''} onAgain={() => setPending(null)} />
  }
  if (mode === 'invite' && invitation === '') {
    return (
      <AuthCard title={t('by_invitation')} lead={t('by_invitation_text')}>
        {isDead && (
          <Note icon="info" title={t('invite_code_dead')}>
            {t('invite_code_dead_text')}
          </Note>
        )}
        <InviteCodeForm tried={given} />
        {member}
      </AuthCard>
    )
  }
  // Until the invitation is read, what the form asks stays as the server has rendered it.
  const isInvited = invitation !== '' && (mode === 'invite' || invited?.lets_in === true)
  const question = isInvited ? '' : (data?.join_question ?? '')
  return (
    <SessionForm
      kind="sign_up"
      {...(isInvited && { lead: t('invited_lead') })}
      address={invited?.email ?? undefined}
      isReady={!opened.isLoading}
      renderFields={(form) =>
        question !== '' && (
          <TextAreaField
            label={<OptionalLabel label={<bdi>{question}</bdi>} />}
            name="join_answer"
            rows={3}
            maxLength={MAX_JOIN_ANSWER_LENGTH}
            dir="auto"
            hint={t('join_answer_hint')}
            error={form.problems['join_answer']}
          />
        )
      }
      notice={
        mode === 'approval' &&
        !isInvited && (
          <Note icon="info" title={t('approval_note')}>
            {t('approval_note_text')}
          </Note>
        )
      }
      send={async ({ email, password, join_answer = '' }) => {
        // Never a part of the address: others would see it. The welcome asks for a name.
        const displayName = nameless
        const answer = await call(
          'sessions.sign_up',
          {
            email,
            password,
            displayName,
            ...(invitation !== '' && { invitation }),
            ...(join_answer.trim() !== '' && { join_answer }),
          },
          { ignoreUnauthorized: true },
        )
        if (answer.data) {
          setOwn(true)
          const to = withInviteCode(returnPath(search.get('return')))
          const user_id = 'user' in answer.data ? answer.data.user.id : undefined
          keepFirstVisit({
            to,
            display_name: displayName,
            ...(invited && { offered_name: invited.name }),
            ...(user_id !== undefined && { user_id }),
          })
        }
        return answer
      }}
      onPending={(what, email) => setPending({ what, email })}
    >
      {member}
    </SessionForm>
  )
}
