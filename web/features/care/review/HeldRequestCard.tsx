import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { HeldPrayer } from '../../../../contract/review.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { AuthorName } from './AuthorName.tsx'
import { useWordsOfCard } from './LeftWords.tsx'
import {
  emptyReasons,
  ReasonFields,
  type Reasons,
  toReasonInput,
  useMovedFocus,
  useReasonFields,
  writtenIn,
} from './ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from './useStaffMutation.tsx'
import { WaitingUpdates } from './WaitingUpdates.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'

interface Props {
  hold: HeldPrayer
  onLeft: (words: string) => void
  /** Called when the card goes with the focus in it: it was decided here. */
  onDecided: () => void
}

/** Shows a request that waits for review, with what can be done about it. In danger there is a case instead. */
export function HeldRequestCard({ hold: request, onLeft, onDecided }: Props) {
  const t = useTranslations('queue')
  const { words: reasons, place, change: setReasons } = useKeptWords<Reasons>(`held:${request.id}`, emptyReasons)
  const { run, isPending: busy, note } = useStaffMutation({ draft: place })
  const { offerUndo } = useUndoDecisions()
  const [isKeeping, setIsKeeping] = useState(false)
  const { fields, isMissing } = useReasonFields(reasons, setReasons, busy)
  const card = useRef<HTMLElement>(null)
  const { form, button } = useMovedFocus<HTMLFormElement>(isKeeping)
  const { id, title, content, held_reason, held_at, version } = request
  useWordsOfCard(isKeeping ? writtenIn(reasons) : '', onLeft)

  function goOn(): void {
    const { activeElement } = document
    if (activeElement === document.body || card.current?.contains(activeElement) === true) onDecided()
  }

  async function keepHeld(event: FormEvent) {
    event.preventDefault()
    if (isMissing()) return
    const kept = await run(
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
    if (kept) goOn()
  }

  async function publish() {
    if (await run('review.publish', { id, version }, { done: t('published'), idempotent: true })) goOn()
  }

  return (
    <Card as="article" ref={card} className="stack" id={id} tabIndex={-1} aria-labelledby={`${id}w`}>
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
      {note}
      {isKeeping ? (
        <form ref={form} className="stack" noValidate onSubmit={(event) => void keepHeld(event)}>
          <ReasonFields {...fields} tells />
          <ButtonRow>
            <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t('keep')}
            </Button>
            <CancelButton onClick={() => setIsKeeping(false)} />
          </ButtonRow>
        </form>
      ) : (
        <ButtonRow>
          <Button aria-disabled={busy || undefined} onClick={() => void publish()}>
            {t('publish')}
          </Button>
          <Button ref={button} onClick={() => setIsKeeping(true)}>
            {t('keep')}
          </Button>
        </ButtonRow>
      )}
    </Card>
  )
}
