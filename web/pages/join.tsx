import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Group } from '../../contract/groups.ts'
import { type Failure } from '../api.ts'
import { Loading } from '../layout/Loading.tsx'
import { LoadFailed } from '../layout/LoadFailed.tsx'
import { useErrorMessage } from '../layout/errorMessages.ts'
import { endpointQuery } from '../query.ts'
import { Title } from '../site.tsx'
import { Field } from '../ui/Field.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { FailureNote } from '../layout/FailureNote.tsx'
import { Note } from '../ui/Note.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { useFragment } from '../features/identity/sessions/useFragment.ts'
import { GroupGate } from '../features/community/groups/GroupGate.tsx'
import { SignOutForInvitation } from '../features/identity/sessions/SignOutForInvitation.tsx'
import { parseInviteCode, saveInviteCode, readInviteCode } from '../features/identity/sessions/inviteCode.ts'
import { useEndpointMutation } from '../layout/useEndpointMutation.ts'
import { useNameOf } from '../layout/useNameOf.ts'
import { Card } from '../ui/Card.tsx'
import { Button, ButtonLink, ButtonRow } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { InvitedGroup } from '../features/community/groups/GroupParts.tsx'

/** Says why there is no group to show. Asking again helps but for a code that is dead. */
function InviteError({ error, refetch }: { error: Failure; refetch: () => unknown }) {
  const t = useTranslations('groups')
  const message = useErrorMessage(error) ?? error.detail
  if (error.status !== 404) {
    return (
      <LoadFailed title={t('not_done')} refetch={refetch}>
        {message}
      </LoadFailed>
    )
  }
  return (
    <Note kind="error" icon="error" title={t('not_done')}>
      {message}
    </Note>
  )
}

function AcceptInvite({ group, code }: { group: Group; code: string }) {
  const t = useTranslations('groups')
  const account = useTranslations('account')
  const { user } = useAuth()
  const nameOf = useNameOf()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['groups'] })
  const { id, name } = group
  async function accept() {
    const joined = await run('groups.accept_invite', { code }, { done: t('joined', { name }) })
    if (!joined) return
    saveInviteCode(null)
    client.removeQueries({ queryKey: ['groups.invited_to'] })
    await navigate(`/groups/${id}`, { replace: true })
  }
  return (
    <Card as="section" className="stack">
      <InvitedGroup group={group} />
      <FailureNote title={t('not_done')}>{failure}</FailureNote>
      <ButtonRow>
        <Button variant="primary" aria-disabled={working || undefined} onClick={() => void accept()}>
          {t('accept')}
        </Button>
        <ButtonLink to="/groups">{t('not_now')}</ButtonLink>
      </ButtonRow>
      {user && (
        <div>
          <p className="secondary">{account('invited_else', { name: nameOf(user.display_name) })}</p>
          <SignOutForInvitation isQuiet to={`/groups/join#${encodeURIComponent(code)}`} />
        </div>
      )}
    </Card>
  )
}

function EnterCode({ onCode }: { onCode: (code: string) => void }) {
  const t = useTranslations('groups')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = parseInviteCode(typed)
    if (code !== '') return onCode(code)
    setProblem(t('no_code'))
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Card as="form" className="stack" method="post" noValidate onSubmit={submit}>
      <Field
        label={t('code')}
        name="code"
        dir="ltr"
        autoComplete="off"
        hint={t('code_hint')}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ButtonRow>
        <Button type="submit" variant="primary">
          {t('look')}
        </Button>
      </ButtonRow>
    </Card>
  )
}

function Join({ stored }: { stored: string }) {
  const t = useTranslations('groups')
  const [code, setCode] = useState(stored)
  const query = useQuery({
    ...endpointQuery('groups.invited_to', { code }, true),
    enabled: code !== '',
    gcTime: 0,
  })
  const { data, error, refetch } = query
  return (
    <div className="narrow">
      <Title>{t('join_title')}</Title>
      <PageHead title={t('join_title')} lead={t('join_text')} />
      <div className="stack">
        {error && error.code !== 'client.offline' && <InviteError error={error} refetch={refetch} />}
        {data && !error && <AcceptInvite group={data} code={code} />}
        {code !== '' && !data && (!error || error.code === 'client.offline') && (
          <Loading label={t('loading')} failed={t('failed')} query={query} />
        )}
        {(code === '' || error?.status === 404) && (
          <EnterCode
            onCode={(typed) => {
              saveInviteCode(typed)
              setCode(typed)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Most people whom a group invites have no account yet, so they are not sent to sign in like others. */
function VisitorInvite() {
  const t = useTranslations()
  const search = `?return=${encodeURIComponent('/groups/join')}`
  return (
    <div className="narrow">
      <Title>{t('groups.join_title')}</Title>
      <meta name="robots" content="noindex" />
      <PageHead title={t('groups.join_title')} lead={t('groups.join_text')} />
      <ButtonRow>
        <ButtonLink variant="primary" to={`/signup${search}`}>
          {t('account.sign_up')}
        </ButtonLink>
        <ButtonLink to={`/signin${search}`}>{t('account.sign_in')}</ButtonLink>
      </ButtonRow>
    </div>
  )
}

export default function JoinRoute() {
  const { status } = useAuth()
  const fragment = useFragment()
  // Stores the code before the reader is redirected to sign in: the redirect back drops the fragment.
  if (fragment) saveInviteCode(parseInviteCode(fragment))
  if (status === 'signed_out')
    return (
      <FormMessages area="groups">
        <VisitorInvite />
      </FormMessages>
    )
  return (
    <GroupGate title="join_title">
      {/* The server knows no code: neither does the first render in the browser. */}
      <Join key={fragment} stored={fragment === null ? '' : readInviteCode()} />
    </GroupGate>
  )
}
