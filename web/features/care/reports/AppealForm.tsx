import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnDecision } from '../../../../contract/decisions.ts'
import { MAX_APPEAL_LENGTH } from '../../../../contract/decisions.values.ts'
import { codePoints } from '../../../fieldErrors.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useMoment } from '../../../useMoment.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'

const MIN_LENGTH = 3

/** Lets an author appeal a decision once. Opens only on request, so that nobody feels obliged to appeal. */
export function AppealForm({ decision, again: invalidates }: { decision: OwnDecision; again: QueryKey }) {
  const t = useTranslations('decided')
  const client = useQueryClient()
  // With its hour: a day alone would promise all of it.
  const moment = useMoment()
  const field = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState(false)
  const { words: text, place, change: setText } = useKeptWords(`appeal:${decision.id}`, '')
  const [isTooShort, setTooShort] = useState(false)
  const { run, isPending: sending, failure: problem } = useEndpointMutation({ draft: place })
  // It goes with the button that was pressed; the decision that it is about has the same id.
  useEffect(() => () => takeLostFocus(document.getElementById(decision.id)), [decision.id])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (codePoints(text.trim()) < MIN_LENGTH) {
      setTooShort(true)
      field.current?.focus()
      return
    }
    const sent = await run(
      'appeals.create',
      { id: decision.id, appeal: text },
      { announced: t('sent'), idempotent: true },
    )
    if (!sent) return
    setText('')
    await client.invalidateQueries({ queryKey: invalidates })
  }

  if (!open) {
    return (
      <p>
        <Button onClick={() => setOpen(true)}>{t('answer')}</Button>
      </p>
    )
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void send(event)}>
      <FailureNote title={t('not_sent')}>{problem}</FailureNote>
      <TextAreaField
        label={t('words')}
        hint={<span suppressHydrationWarning>{t('answer_hint', { date: moment(decision.appeal_until, true) })}</span>}
        ref={field}
        rows={4}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        maxLength={MAX_APPEAL_LENGTH}
        readOnly={sending}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setTooShort(false)
        }}
        error={isTooShort ? t('words_short') : undefined}
      />
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={sending || undefined} aria-busy={sending}>
          {t('send')}
        </Button>
      </ButtonRow>
    </form>
  )
}
