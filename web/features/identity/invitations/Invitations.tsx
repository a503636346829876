import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useAuth } from '../sessions/auth.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { MAX_EMAIL_LENGTH } from '../../../../contract/users.values.ts'
import { MAX_INVITATION_USES, MAX_NOTE_LENGTH } from '../../../../contract/invitations.values.ts'
import { FilterForm, FilterWords } from '../../../layout/FilterForm.tsx'
import { readPage } from '../../../layout/pages.ts'
import { Pagination } from '../../../layout/Pagination.tsx'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { AddressNote } from '../../../layout/AddressNote.tsx'
import { Copyable } from '../../../layout/Copyable.tsx'
import { useAddressText } from '../../../fieldErrors.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { useMoment } from '../../../useMoment.ts'
import { Field, Labelled, OptionalLabel } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import { toast } from '../../../ui/Toast.tsx'
import adminShellStyles from '../../../layout/AdminShell.module.css'

type Invitation = Output<'invitations.list'>['items'][number]
const EXPIRY_DAYS = [1, 7, 14, 30]
const STALE_QUERIES = ['invitations.list'] as const

const badges: Partial<Record<Invitation['state'], BadgeTone>> = { here: 'success', refused: 'error', opened: 'info' }
const ended = new Set<Invitation['state']>(['here', 'expired', 'taken_back'])

/** A link that is shown once, to hand on. It takes the focus, so that nobody misses it. */
function NewLink({ title, link }: { title: string; link: string }) {
  const t = useTranslations('people')
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div className="stack">
      <Note icon="key" title={title} ref={note} tabIndex={-1}>
        {t('invite_once')}
      </Note>
      <Copyable label={t('link')} text={link} />
    </div>
  )
}

function InviteForm() {
  const t = useTranslations('people')
  const addressText = useAddressText()
  const [wrong, setWrong] = useState<string>()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: [...STALE_QUERIES] })
  const isAdmin = useAuth().user?.role === 'admin'
  const sendsMail = useQuery(signUpModeQuery).data?.sends_mail ?? true
  const [created, setCreated] = useState<Output<'invitations.create'> | null>(null)
  const [form, setForm] = useState({ email: '', note: '', days: '7', max_uses: '1' })
  const set = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))
  const email = form.email.trim()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = email === '' ? undefined : addressText(email)
    setWrong(found)
    if (found !== undefined) return event.currentTarget.querySelector('input')?.focus()
    const input = {
      ...(email !== '' && { email }),
      ...(form.note.trim() !== '' && { note: form.note.trim() }),
      days: Number(form.days),
      // An invitation to an address is for one person.
      max_uses: email === '' ? Number(form.max_uses) || 1 : 1,
    }
    const invitation = await run('invitations.create', input, { idempotent: true })
    if (!invitation) return
    setCreated(invitation)
    set({ email: '', note: '' })
  }
  return (
    <Card as="section" className="stack" aria-labelledby="invite">
      <CardTitle id="invite">{t('invite')}</CardTitle>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div className={adminShellStyles.fields}>
          <Field
            label={<OptionalLabel label={t('email')} />}
            hint={t('invite_email_hint', { mail: sendsMail ? 'yes' : 'no' })}
            type="email"
            dir="ltr"
            value={form.email}
            maxLength={MAX_EMAIL_LENGTH}
            error={wrong}
            onChange={({ target }) => set({ email: target.value })}
          />
          <Field
            label={<OptionalLabel label={t('note')} />}
            hint={t('note_hint')}
            dir="auto"
            value={form.note}
            maxLength={MAX_NOTE_LENGTH}
            onChange={({ target }) => set({ note: target.value })}
          />
          <Labelled label={t('good_for')}>
            <Select value={form.days} onChange={({ target }) => set({ days: target.value })}>
              <Options of={EXPIRY_DAYS.map((days) => [days, t('days', { days })])} />
            </Select>
          </Labelled>
          {email === '' && (
            <Field
              label={t('max_uses')}
              type="number"
              min={1}
              max={MAX_INVITATION_USES}
              value={form.max_uses}
              onChange={({ target }) => set({ max_uses: target.value })}
            />
          )}
        </div>
        <AddressNote canMend={isAdmin} />
        <FailureNote title={failure} />
        <ButtonRow>
          <Button type="submit" variant="primary" busy={working}>
            {t(email === '' ? 'make_link' : 'make_and_mail')}
          </Button>
        </ButtonRow>
      </form>
      {created && (
        <NewLink
          key={created.link}
          title={t(created.email === null ? 'invite_made' : 'invite_mailed', { email: created.email ?? '' })}
          link={created.link}
        />
      )}
    </Card>
  )
}

/** Creates, copies, mails and revokes links for signing up. */
export function Invitations() {
  const t = useTranslations('people')
  const [search, setSearch] = useSearchParams()
  const page = readPage(search)
  const nameOf = useNameOf()
  const moment = useMoment()
  const words = search.get('search') ?? ''
  const query = useQuery(endpointQuery('invitations.list', { page, ...(words !== '' && { search: words }) }, true))
  const { data } = query
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: [...STALE_QUERIES] })
  const isAdmin = useAuth().user?.role === 'admin'
  const [again, setAgain] = useState<string | null>(null)
  // Once there, the filter stays: while the list is fetched anew, it would go from under the keyboard.
  const [isLong, setLong] = useState(false)
  if (!isLong && (words !== '' || page > 0 || data?.has_more === true)) setLong(true)
  function find(next: URLSearchParams): void {
    next.set('part', 'invitations')
    setSearch(next)
  }
  /** Where the site sends no mail, the new link is shown. */
  async function sendAgain(id: string): Promise<void> {
    const answer = await run('invitations.send_again', { id }, { idempotent: true })
    setAgain(answer?.link ?? null)
    if (answer?.link === null) toast(t('sent_again'))
  }
  /** The button goes with what it took back: its row, which says so, takes the focus. */
  async function takeBack(id: string, row: HTMLElement | null): Promise<void> {
    if (await run('invitations.revoke', { id }, { done: t('invitation_is_gone') })) row?.focus()
  }
  return (
    <>
      <InviteForm />
      {again !== null && <NewLink key={again} title={t('invite_made')} link={again} />}
      <FailureNote title={failure} />
      {isLong && (
        <FilterForm onSearch={find}>
          <FilterWords label={t('search')} maxLength={MAX_EMAIL_LENGTH} dir="auto" />
        </FilterForm>
      )}
      {data?.items.length === 0 && <Nothing>{t(words === '' ? 'invitations_none' : 'none_found')}</Nothing>}
      {data && data.items.length > 0 && (
        <Card as="ul">
          {data.items.map((invitation) => (
            <ListRow key={invitation.id} tabIndex={-1}>
              <div>
                <p className="strong">
                  <bdi>{invitation.name === '' ? (invitation.email ?? t('whoever')) : invitation.name}</bdi>{' '}
                  <Badge tone={badges[invitation.state]}>{t(`state_${invitation.state}`)}</Badge>
                </p>
                <p className="small muted">
                  {invitation.name !== '' && (
                    <>
                      <bdi dir="ltr">{invitation.email}</bdi> ·{' '}
                    </>
                  )}
                  {invitation.note !== '' && (
                    <>
                      <bdi>{invitation.note}</bdi> ·{' '}
                    </>
                  )}
                  {invitation.max_uses > 1 && <>{t('uses', { uses: invitation.uses, most: invitation.max_uses })} · </>}
                  {t('until')}{' '}
                  <time dateTime={invitation.expires_at} suppressHydrationWarning>
                    {moment(invitation.expires_at, true)}
                  </time>
                  {invitation.created_by && (
                    <>
                      {' '}
                      · <bdi>{nameOf(invitation.created_by.display_name)}</bdi>
                    </>
                  )}
                </p>
              </div>
              <ButtonRow>
                {isAdmin && invitation.email !== null && !['here', 'waiting'].includes(invitation.state) && (
                  <Button
                    size="small"
                    aria-disabled={working || undefined}
                    onClick={() => void sendAgain(invitation.id)}
                  >
                    {t('send_again')}
                  </Button>
                )}
                {!ended.has(invitation.state) && (
                  <Button
                    size="small"
                    aria-disabled={working || undefined}
                    onClick={({ currentTarget }) => void takeBack(invitation.id, currentTarget.closest('li'))}
                  >
                    {t('take_back')}
                  </Button>
                )}
              </ButtonRow>
            </ListRow>
          ))}
        </Card>
      )}
      {!data && <QueryStatus query={query} />}
      {data && <Pagination before={t('before')} after={t('after')} has_more={data.has_more} />}
    </>
  )
}
