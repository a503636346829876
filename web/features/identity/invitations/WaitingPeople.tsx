import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { MAX_DECLINE_REASON_LENGTH } from '../../../../contract/invitations.values.ts'
import { call } from '../../../api.ts'
import { Pagination } from '../../../layout/Pagination.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useAction } from '../../../layout/useAction.ts'
import { endpointQuery } from '../../../query.ts'
import { Time } from '../../../time.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'

type Person = Output<'invitations.awaiting'>['items'][number]
const STALE_QUERIES = ['invitations.awaiting', 'accounts.list', 'stats.read'] as const

/** Declining deletes the account: it is asked once, and a reason may be kept. */
function DeclineDialog({ person: { id, display_name }, onClose }: { person: Person; onClose: () => void }) {
  const t = useTranslations('people')
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const { run, working, failure } = useAction([...STALE_QUERIES])
  const decline = async () => {
    const given = reason.trim()
    const done = await run(
      () => call('invitations.decline', { id, ...(given !== '' && { reason: given }) }),
      t('is_declined', { name: display_name }),
    )
    if (done) dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} title={t('decline_sure', { name: display_name })} close={t('close')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void decline()
        }}
      >
        <p className="secondary">{t('decline_text')}</p>
        <Field
          label={
            <>
              {t('reason')} <span className="muted optional">{t('optional')}</span>
            </>
          }
          hint={t('reason_kept')}
          value={reason}
          maxLength={MAX_DECLINE_REASON_LENGTH}
          dir="auto"
          onChange={({ target }) => setReason(target.value)}
        />
        {failure !== null && <Note kind="error" icon="error" title={failure} />}
        <div className="row btn-row-mobile">
          <button type="submit" className="btn btn--danger" aria-disabled={working || undefined}>
            {t('decline')}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Those who signed up and wait to be let in, the longest waiting first. */
export function WaitingPeople() {
  const t = useTranslations('people')
  const [search] = useSearchParams()
  const page = Math.max(0, Number(search.get('page') ?? 0) || 0)
  const query = useQuery(endpointQuery('invitations.awaiting', { page }, true))
  const { data } = query
  const { run, working, failure } = useAction([...STALE_QUERIES])
  const [declining, setDeclining] = useState<Person | null>(null)
  return (
    <>
      <p className="secondary">{t('waiting_text')}</p>
      {failure !== null && <Note kind="error" icon="error" title={failure} />}
      {data?.items.length === 0 && <p className="card muted">{t('waiting_none')}</p>}
      {data && data.items.length > 0 && (
        <ul className="card">
          {data.items.map((person) => (
            <li key={person.id} className="list-row">
              <div>
                <p className="strong">
                  <bdi>{person.display_name}</bdi>
                </p>
                <p className="small muted">
                  {person.email !== null && (
                    <>
                      <bdi>{person.email}</bdi> ·{' '}
                    </>
                  )}
                  {t(person.email_verified ? 'address_confirmed' : 'address_open')} · <Time iso={person.created_at} />
                </p>
              </div>
              <div className="row row--tight">
                <button
                  type="button"
                  className="btn btn--primary btn--sm"
                  aria-label={t('approve_one', { name: person.display_name })}
                  aria-disabled={working || undefined}
                  onClick={() =>
                    void run(
                      () => call('invitations.approve', { id: person.id }),
                      t('is_let_in', { name: person.display_name }),
                    )
                  }
                >
                  {t('approve')}
                </button>
                <button
                  type="button"
                  className="btn btn--secondary btn--sm"
                  aria-label={t('decline_one', { name: person.display_name })}
                  onClick={() => setDeclining(person)}
                >
                  {t('decline')}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!data && <QueryStatus query={query} />}
      {data && (
        <Pagination
          label={t('pages')}
          before={page > 0 && { to: `?part=waiting&page=${page - 1}`, label: t('before') }}
          after={data.has_more && { to: `?part=waiting&page=${page + 1}`, label: t('after') }}
        />
      )}
      {declining && <DeclineDialog person={declining} onClose={() => setDeclining(null)} />}
    </>
  )
}
