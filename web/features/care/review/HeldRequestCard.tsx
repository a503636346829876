import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Alert } from '../../../../contract/review.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { AuthorName } from './AuthorName.tsx'
import { emptyReasons, ReasonFields, toReasonInput } from './ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from './useStaffMutation.ts'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink, ButtonRow } from '../../../ui/Button.tsx'
import heldStyles from './Held.module.css'

/** Shows a request that is held, or that was reported for danger, with its assignee and the available actions. */
export function HeldRequestCard({
  hold: request,
}: {
  hold: Omit<Alert, 'is_overdue' | 'is_cleared'> & { is_overdue?: boolean; is_cleared?: boolean }
}) {
  const t = useTranslations('queue')
  const own = useTranslations('alert')
  const nameOf = useNameOf()
  const desk = useTranslations('staff')
  const { run, isPending: busy, failure: problem } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const [isKeeping, setIsKeeping] = useState(false)
  const [reasons, setReasons] = useState(emptyReasons)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { id, title, content, alert, held_reason, held_at, acknowledged_by, is_reported, told_at } = request
  const { is_cleared = false } = request
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
    <Card as="article" className="stack" aria-labelledby={`${id}w`}>
      <p className="row row--tight small secondary">
        <Badge tone={isDanger && !is_cleared ? 'error' : undefined} id={`${id}w`}>
          <Icon name={isDanger && !is_cleared ? 'care' : 'clock'} />
          {why}
        </Badge>
        {request.is_overdue === true && <Badge tone="warning">{desk('overdue')}</Badge>}
        {content !== null && <AuthorName author={request.author} pseudonym={request.pseudonym} />}
        <Time iso={held_at} />
      </p>
      {content === null ? (
        <p className="secondary">{own('no_words')}</p>
      ) : (
        <div className={`serif ${heldStyles.text}`} dir="auto" lang={request.language ?? undefined}>
          {title !== null && <h2>{title}</h2>}
          {content}
        </div>
      )}
      {request.waiting_updates.map((update) => (
        <div key={update.id}>
          <p className="small secondary">
            {t('update')} · <Time iso={update.created_at} />
          </p>
          <p className={`serif ${heldStyles.text}`} dir="auto">
            {update.content}
          </p>
        </div>
      ))}
      {isDanger && !is_cleared && !acknowledged_by && (
        <p className="small secondary">
          {told_at === null ? (
            own('not_told')
          ) : (
            <>
              {own('told')} <Time iso={told_at} />
            </>
          )}
        </p>
      )}
      {acknowledged_by && <p className="small">{t('seen_by', { name: nameOf(acknowledged_by.display_name) })}</p>}
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
          <ButtonRow>
            <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t('keep')}
            </Button>
            <Button onClick={() => setIsKeeping(false)}>{desk('cancel')}</Button>
          </ButtonRow>
        </form>
      ) : (
        <ButtonRow>
          {isDanger && !acknowledged_by && (
            <Button
              variant={is_cleared ? undefined : 'primary'}
              aria-disabled={busy || undefined}
              onClick={() => void run('review.acknowledge', { id }, { done: t('seen') })}
            >
              {t('acknowledge')}
            </Button>
          )}
          {!is_reported && (
            <>
              <Button
                variant={is_cleared ? 'primary' : undefined}
                aria-disabled={busy || undefined}
                onClick={() => void run('review.publish', { id }, { done: t('published') })}
              >
                {t('publish')}
              </Button>
              <Button onClick={() => setIsKeeping(true)}>{t('keep')}</Button>
            </>
          )}
          {is_reported && content !== null && <ButtonLink to={`/prayers/${id}`}>{own('open')}</ButtonLink>}
        </ButtonRow>
      )}
    </Card>
  )
}
