import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ManagedUser } from '../../../contract/accounts.ts'
import { useNameOf } from '../../layout/useNameOf.ts'
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH, roles } from '../../../contract/users.values.ts'
import { QueryStatus } from '../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Time } from '../../time.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field, OptionalLabel } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { Acts } from '../../features/site/audit/Acts.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { usePasswordConfirmation } from '../../features/identity/sessions/usePasswordConfirmation.tsx'
import { userStatusTone } from '../../features/identity/accounts/badges.ts'
import { LastSeen } from '../../features/identity/accounts/LastSeen.tsx'
import { CardSection } from '../../ui/CardSection.tsx'
import { Button, ButtonRow } from '../../ui/Button.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { RadioCard } from '../../ui/RadioCard.tsx'
import { BackLink } from '../../ui/PageHead.tsx'
import { PersonHead } from '../../ui/PersonHead.tsx'
import { CloseAccount } from './CloseAccount.tsx'
import { isMissing } from '../../api.ts'

const STALE_QUERIES = ['accounts.one', 'accounts.list', 'audit.list'] as const

/** Changes a person's role. Nothing changes before the button is pressed; the password is asked for then. */
function RoleForm({ person }: { person: ManagedUser }) {
  const t = useTranslations('people')
  const name = useId()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: [...STALE_QUERIES] })
  const nameOf = useNameOf()
  const [chosen, setChosen] = useState<ManagedUser['role']>()
  const role = chosen ?? person.role
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const isSame = role === person.role
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSame) return
    const given = reason.trim()
    const isShort = given !== '' && given.length < MIN_REASON_LENGTH
    setWrong(isShort ? t('reason_short') : undefined)
    if (isShort) return event.currentTarget.querySelector<HTMLElement>('[name=reason]')?.focus()
    const input = { id: person.id, role, ...(given !== '' && { reason: given }) }
    const done = await run('accounts.set_role', input, {
      done: t('role_is_set', { name: nameOf(person.display_name), role: t(`role_${role}`) }),
      confirm: withConfirmation,
    })
    if (!done) return
    setChosen(undefined)
    setReason('')
  }
  return (
    <CardSection title={t('role')}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className="stack stack--tight">
          <legend className="vh">{t('role')}</legend>
          {roles.map((one) => (
            <RadioCard
              key={one}
              name={name}
              value={one}
              checked={one === role}
              onChange={() => setChosen(one)}
              title={t(`role_${one}`)}
              description={t(`role_${one}_text`)}
            />
          ))}
        </fieldset>
        {!isSame && (
          <>
            <p className="small secondary">{t('role_effect')}</p>
            <Field
              label={<OptionalLabel label={t('reason')} />}
              name="reason"
              hint={t('reason_kept')}
              value={reason}
              maxLength={MAX_REASON_LENGTH}
              dir="auto"
              error={wrong}
              onChange={({ target }) => setReason(target.value)}
            />
          </>
        )}
        <FailureNote title={failure} />
        <ButtonRow>
          <Button type="submit" variant="primary" aria-disabled={isSame || working || undefined} busy={working}>
            {t('set_role')}
          </Button>
        </ButtonRow>
      </form>
      {dialog}
    </CardSection>
  )
}

/** Suspends a person, with a reason and after asking once more, or ends the suspension. */
function StandingForm({ person }: { person: ManagedUser }) {
  const nameOf = useNameOf()
  const t = useTranslations('people')
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: [...STALE_QUERIES] })
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [isSure, setIsSure] = useState(true)
  const isActive = person.status === 'active'
  // The act for which the reason was written: when somebody else acts meanwhile, the button does the opposite.
  const [meant, setMeant] = useState(isActive)
  const given = reason.trim()
  async function save(act: 'suspend' | 'unsuspend'): Promise<boolean> {
    const input = { id: person.id, ...(given !== '' && { reason: given }) }
    const done = await run(`accounts.${act}`, input, {
      done: t(act === 'suspend' ? 'is_suspended' : 'is_let_in', { name: nameOf(person.display_name) }),
    })
    if (done) setReason('')
    return done !== null
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (given !== '' && meant !== isActive) {
      setMeant(isActive)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const isShort = given.length < MIN_REASON_LENGTH && (isActive || given !== '')
    setWrong(isShort ? t(isActive ? 'reason_needed' : 'reason_short') : undefined)
    if (isShort) event.currentTarget.querySelector('input')?.focus()
    else if (isActive) setIsSure(false)
    else void save('unsuspend')
  }
  return (
    <CardSection title={t(isActive ? 'suspend' : 'lift_title')}>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="small secondary">
          {t(isActive ? 'suspend_text' : person.status === 'deleting' ? 'keep_text' : 'lift_text')}
        </p>
        <Field
          label={isActive ? t('reason') : <OptionalLabel label={t('reason')} />}
          hint={t(isActive ? 'reason_told' : 'reason_kept')}
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          dir="auto"
          required={isActive}
          error={wrong}
          onChange={({ target }) => {
            setReason(target.value)
            setMeant(isActive)
          }}
        />
        {isSure && <FailureNote title={failure} />}
        <ButtonRow>
          <Button type="submit" variant={isActive ? undefined : 'primary'} busy={working && isSure}>
            {t(isActive ? 'suspend' : 'lift')}
          </Button>
        </ButtonRow>
      </form>
      {!isSure && (
        <ConfirmDialog
          title={t('suspend_sure', { name: nameOf(person.display_name) })}
          text={t('suspend_text')}
          confirm={t('suspend')}
          failure={failure === null ? null : { title: failure, text: '' }}
          isBusy={working}
          onConfirm={() => save('suspend')}
          onClose={() => setIsSure(true)}
        />
      )}
    </CardSection>
  )
}

function AuditTrail({ id }: { id: string }) {
  const t = useTranslations('people')
  const query = useQuery(endpointQuery('audit.list', { target_id: id, pageSize: 20 }, true))
  const { data } = query
  return (
    <CardSection title={t('trail')}>
      {data?.items.length === 0 && <p className="muted">{t('trail_none')}</p>}
      {data && data.items.length > 0 && <Acts acts={data.items} />}
      {!data && <QueryStatus query={query} />}
      <p className="row">
        <Link to={`/admin/audit?target_id=${id}`}>{t('trail_all')}</Link>
        <Link to={`/admin/audit?actor=${id}`}>{t('trail_own')}</Link>
      </p>
    </CardSection>
  )
}

function PersonDetails({ person }: { person: ManagedUser }) {
  const nameOf = useNameOf()
  const t = useTranslations('people')
  return (
    <PersonHead name={nameOf(person.display_name)}>
      <Badge tone={userStatusTone[person.status]}>{t(`status_${person.status}`)}</Badge>
      <span className="iconline">
        <Icon name="mail" />
        <bdi>{person.email}</bdi>
      </span>
      <span className="iconline">
        <Icon name={person.email_verified ? 'okcircle' : 'info'} />
        {t(person.email_verified ? 'address_confirmed' : 'address_open')}
      </span>
      <span>
        {t('joined')}: <Time iso={person.created_at} long />
      </span>
      <span>
        {t('last_seen')}: <LastSeen person={person} />
      </span>
      {person.deletes_at !== null && (
        <span>
          {t('deletes_at')}: <Time iso={person.deletes_at} long />
        </span>
      )}
    </PersonHead>
  )
}

function Page({ id }: { id: string }) {
  const nameOf = useNameOf()
  const t = useTranslations('people')
  const desk = useTranslations('desk')
  const { user } = useAuth()
  const query = useQuery(endpointQuery('accounts.one', { id }, true))
  const { data: person, error } = query
  const isUnknown = isMissing(error)
  return (
    <>
      <Title>{person ? nameOf(person.display_name) : desk('people')}</Title>
      <BackLink to="/admin/users">{desk('people')}</BackLink>
      {person && <PersonDetails person={person} />}
      {person && <RoleForm person={person} />}
      {person && person.id !== user?.id && person.status !== 'pending' && <StandingForm person={person} />}
      {person && person.id !== user?.id && (person.status === 'active' || person.status === 'suspended') && (
        <CloseAccount person={person} />
      )}
      {person?.status === 'pending' && <Note icon="info" title={t('is_pending')} />}
      {person?.id === user?.id && <Note icon="info" title={t('is_you')} />}
      {person && <AuditTrail id={id} />}
      {isUnknown && <Note kind="error" icon="error" title={t('gone')} />}
      {!person && !isUnknown && <QueryStatus query={query} />}
    </>
  )
}

/** One person as administrators see them: role, standing, and the acts of administrators on the account. */
export default function ManagedPerson({ id }: { id: string }) {
  // A role that was chosen for one person, or a reason, is not that of another.
  return <Page key={id} id={id} />
}
