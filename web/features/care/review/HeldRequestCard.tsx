import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { HeldPrayer } from '../../../../contract/review.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { AuthorName } from './AuthorName.tsx'
import { useWordsOfCard } from './LeftWords.tsx'
import { emptyReasons, ReasonFields, type Reasons, toReasonInput, writtenIn } from './ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from './useStaffMutation.ts'
import { WaitingUpdates } from './WaitingUpdates.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

/** Shows a request that waits for review, with what can be done about it. In danger there is a case instead. */
export function HeldRequestCard({ hold: request, onLeft }: { hold: HeldPrayer; onLeft: (words: string) => void }) {
  const t = useTranslations('queue')
  const desk = useTranslations('staff')
  const { words: reasons, place, change: setReasons } = useKeptWords<Reasons>(`held:${request.id}`, emptyReasons)
  const { run, isPending: busy, failure: problem } = useStaffMutation({ draft: place })
  const { offerUndo } = useUndoDecisions()
  const [isKeeping, setIsKeeping] = useState(false)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { id, title, content, held_reason, held_at, version } = request
  useWordsOfCard(isKeeping ? writtenIn(reasons) : '', onLeft)

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
      {
        done: () => {
          setReasons(emptyReasons)
          return t('kept')
        },
        undo: ({ decision_id }) => offerUndo([decision_id]),
        idempotent: true,
      },
    )
  }

  return (
    <Card as="article" className="stack" aria-labelledby={`${id}w`}>
      <p className="row row--tight small secondary">
        <Badge id={`${id}w`}>
          <Icon name="clock" />
          {t(held_reason)}
        </Badge>
        {request.is_line && <span>{t('line')}</span>}
        <AuthorName author={request.author} pseudonym={request.pseudonym} />
        <Time iso={held_at} />
      </p>
      <div className="serif as-written" dir="auto" lang={request.language ?? undefined}>
        {title !== null && <h2>{title}</h2>}
        {content}
      </div>
      <WaitingUpdates updates={request.waiting_updates} />
      <FailureNote title={desk('not_done')}>{problem}</FailureNote>
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
          <Button
            aria-disabled={busy || undefined}
            onClick={() => void run('review.publish', { id, version }, { done: t('published'), idempotent: true })}
          >
            {t('publish')}
          </Button>
          <Button onClick={() => setIsKeeping(true)}>{t('keep')}</Button>
        </ButtonRow>
      )}
    </Card>
  )
}
