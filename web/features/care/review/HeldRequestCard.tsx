import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Alert } from '../../../../contract/review.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { AuthorName } from './AuthorName.tsx'
import { emptyReasons, ReasonFields, toReasonInput } from './ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from './useStaffMutation.ts'

/** A request that waits, or that was reported for danger: who looks after it, and what is done with it. */
export function HeldRequestCard({ hold: request }: { hold: Omit<Alert, 'is_overdue'> & { is_overdue?: boolean } }) {
  const t = useTranslations('queue')
  const own = useTranslations('alert')
  const desk = useTranslations('staff')
  const { run, isPending: busy, failure: problem } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const [isKeeping, setIsKeeping] = useState(false)
  const [reasons, setReasons] = useState(emptyReasons)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { id, title, content, alert, held_reason, held_at, acknowledged_by, is_reported } = request
  const isDanger = is_reported || held_reason === 'crisis'
  const why = is_reported ? own('reported') : t(alert ?? held_reason ?? 'moderator')

  async function keepHeld(event: FormEvent) {
    event.preventDefault()
    if (reasons.reason.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    await run(
      'review.keep',
      { id, ...toReasonInput(reasons) },
      { done: t('kept'), undo: ({ decision_id }) => offerUndo([decision_id]) },
    )
  }

  return (
    <article className="card stack" aria-labelledby={`${id}w`}>
      <p className="row row--tight small secondary">
        <span className={isDanger ? 'badge badge--error' : 'badge'} id={`${id}w`}>
          <Icon name={isDanger ? 'care' : 'clock'} />
          {why}
        </span>
        {request.is_overdue === true && <span className="badge badge--warning">{desk('overdue')}</span>}
        {content !== null && <AuthorName author={request.author} pseudonym={request.pseudonym} />}
        <Time iso={held_at} />
      </p>
      {content === null ? (
        <p className="secondary">{own('no_words')}</p>
      ) : (
        <div className="serif held__text" dir="auto" lang={request.language ?? undefined}>
          {title !== null && <h2>{title}</h2>}
          {content}
        </div>
      )}
      {request.waiting_updates.map((update) => (
        <div key={update.id}>
          <p className="small secondary">
            {t('update')} · <Time iso={update.created_at} />
          </p>
          <p className="serif held__text" dir="auto">
            {update.content}
          </p>
        </div>
      ))}
      {acknowledged_by && <p className="small">{t('seen_by', { name: acknowledged_by.display_name })}</p>}
      {problem !== null && (
        <Note kind="error" icon="error" title={desk('not_done')}>
          {problem}
        </Note>
      )}
      {isKeeping ? (
        <form className="stack" noValidate onSubmit={(event) => void keepHeld(event)}>
          <ReasonFields
            value={reasons}
            missing={missing}
            tells
            field={field}
            onChange={(value) => {
              setReasons(value)
              setMissing(false)
            }}
          />
          <div className="row btn-row-mobile">
            <button type="submit" className="btn btn--primary" aria-disabled={busy || undefined}>
              {t('keep')}
            </button>
            <button type="button" className="btn btn--secondary" onClick={() => setIsKeeping(false)}>
              {desk('cancel')}
            </button>
          </div>
        </form>
      ) : (
        <div className="row btn-row-mobile">
          {isDanger && !acknowledged_by && (
            <button
              type="button"
              className="btn btn--primary"
              aria-disabled={busy || undefined}
              onClick={() => void run('review.acknowledge', { id }, { done: t('seen') })}
            >
              {t('acknowledge')}
            </button>
          )}
          {!is_reported && (
            <>
              <button
                type="button"
                className="btn btn--secondary"
                aria-disabled={busy || undefined}
                onClick={() => void run('review.publish', { id }, { done: t('published') })}
              >
                {t('publish')}
              </button>
              <button type="button" className="btn btn--secondary" onClick={() => setIsKeeping(true)}>
                {t('keep')}
              </button>
            </>
          )}
          {is_reported && content !== null && (
            <Link className="btn btn--secondary" to={`/prayers/${id}`}>
              {own('open')}
            </Link>
          )}
        </div>
      )}
    </article>
  )
}
