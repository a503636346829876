import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { isNameless } from '../../../../contract/languages.ts'
import { MAX_DECLINE_REASON_LENGTH } from '../../../../contract/invitations.values.ts'
import { readPage } from '../../../layout/pages.ts'
import { Pagination } from '../../../layout/Pagination.tsx'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { signUpModeQuery } from '../sessions/queries.ts'
import { Time } from '../../../time.tsx'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { Field, OptionalLabel } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import styles from './WaitingPeople.module.css'

type Person = Output<'invitations.awaiting'>['items'][number]
const STALE_QUERIES = ['desk', 'invitations.awaiting', 'accounts.list', 'stats.read'] as const

/** How a person who waits is called: who has given no name, by their address, since somebody decides about them. */
function useCalled(): (person: Person) => string {
  const nameOf = useNameOf()
  return ({ display_name, email }) => (isNameless(display_name) && email !== null ? email : nameOf(display_name))
}

/** Asks for confirmation before declining, which deletes the account; a reason may be stored. */
function DeclineDialog({
  person,
  onClose,
  onDone,
}: {
  person: Person
  onClose: () => void
  /** Called once the person is gone. */
  onDone: () => void
}) {
  const t = useTranslations('people')
  const { id, email } = person
  const name = useCalled()(person)
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: [...STALE_QUERIES] })
  const decline = async () => {
    const given = reason.trim()
    const done = await run(
      'invitations.decline',
      { id, ...(given !== '' && { reason: given }) },
      { done: t('is_declined', { name }), idempotent: true },
    )
    if (!done) return
    dialog.current?.close()
    onDone()
  }
  return (
    <Dialog ref={dialog} title={t('decline_sure', { name })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void decline()
        }}
      >
        {email !== null && email !== name && (
          <p>
            <bdi dir="ltr">{email}</bdi>
          </p>
        )}
        <p className="secondary">{t('decline_text')}</p>
        <Field
          label={<OptionalLabel label={t('reason')} />}
          hint={t('reason_kept')}
          value={reason}
          maxLength={MAX_DECLINE_REASON_LENGTH}
          dir="auto"
          onChange={({ target }) => setReason(target.value)}
        />
        <FailureNote title={failure} />
        <ButtonRow>
          <Button type="submit" variant="danger" aria-disabled={working || undefined}>
            {t('decline')}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </form>
    </Dialog>
  )
}

/** Lists the registrations that wait for approval, the oldest first. */
export function WaitingPeople() {
  const t = useTranslations('people')
  const [search] = useSearchParams()
  const page = readPage(search)
  const query = useQuery(endpointQuery('invitations.awaiting', { page }, true))
  const { data } = query
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: [...STALE_QUERIES] })
  const question = useQuery(signUpModeQuery).data?.join_question ?? ''
  const called = useCalled()
  const [declining, setDeclining] = useState<Person | null>(null)
  const lead = useRef<HTMLParagraphElement>(null)
  // The pressed button goes with its row. Not to the next person, whom a second press would let in unseen.
  const goOn = (): void => lead.current?.focus()

  async function approve(person: Person): Promise<void> {
    const done = await run(
      'invitations.approve',
      { id: person.id },
      { done: t('is_let_in', { name: called(person) }), idempotent: true },
    )
    if (done) goOn()
  }
  return (
    <>
      <p ref={lead} tabIndex={-1} className="secondary">
        {t('waiting_text')}
      </p>
      <FailureNote title={failure} />
      {data?.items.length === 0 && <Nothing>{t('waiting_none')}</Nothing>}
      {data && data.items.length > 0 && (
        <Card as="ul">
          {data.items.map((person) => (
            <ListRow key={person.id}>
              <div>
                <p className="strong">
                  <bdi>{called(person)}</bdi>
                </p>
                <p className="small muted">
                  {person.email !== null && person.email !== called(person) && (
                    <>
                      <bdi>{person.email}</bdi> ·{' '}
                    </>
                  )}
                  {t(person.email_verified ? 'address_confirmed' : 'address_open')} · <Time iso={person.created_at} />
                </p>
                {person.join_answer !== '' && (
                  <>
                    {question !== '' && (
                      <p className="small muted" dir="auto">
                        {question}
                      </p>
                    )}
                    <p className={styles.answer} dir="auto">
                      {person.join_answer}
                    </p>
                  </>
                )}
              </div>
              <div className="row row--tight">
                <Button
                  variant="primary"
                  size="small"
                  aria-label={t('approve_one', { name: called(person) })}
                  aria-disabled={working || undefined}
                  onClick={() => void approve(person)}
                >
                  {t('approve')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('decline_one', { name: called(person) })}
                  onClick={() => setDeclining(person)}
                >
                  {t('decline')}
                </Button>
              </div>
            </ListRow>
          ))}
        </Card>
      )}
      {!data && <QueryStatus query={query} />}
      {data && (
        <Pagination
          before={t('before')}
          after={t('after')}
          has_more={data.has_more}
          isEmpty={data.items.length === 0 && !query.isFetching}
        />
      )}
      {declining && <DeclineDialog person={declining} onClose={() => setDeclining(null)} onDone={goOn} />}
    </>
  )
}
