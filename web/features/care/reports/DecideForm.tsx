import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Report } from '../../../../contract/reports.ts'
import { Note } from '../../../ui/Note.tsx'
import { emptyReasons, ReasonFields, toReasonInput } from '../review/ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from '../review/useStaffMutation.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import radioCardStyles from '../../../ui/RadioCard.module.css'

// Outcomes, the mildest first. For a report of danger, the referral to the care team moves to the front.
const outcomes = [
  'dismissed',
  'edited',
  'warned',
  'hidden',
  'removed',
  'referred_to_care',
  'limited',
  'banned',
] as const
type Outcome = (typeof outcomes)[number]
const notifyingOutcomes: Outcome[] = ['warned', 'hidden', 'removed']
/** Outcomes that reach the author only by mail, with a custom text. */
const emailOutcomes: Outcome[] = ['banned']

/** Decides a report, with a reason. Each outcome states what the author is notified of. */
export function DecideForm({ report, onDecided }: { report: Report; onDecided?: (() => void) | undefined }) {
  const t = useTranslations('reported')
  const desk = useTranslations('staff')
  const id = useId()
  const { run, isPending: busy, failure: problem } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const isDanger = report.report_type === 'danger_to_self'
  const shown = isDanger ? outcomes.toSorted((one) => (one === 'referred_to_care' ? -1 : 0)) : outcomes
  // Limiting or banning the account would reveal an anonymous author, so these outcomes are referred.
  const isReferred = (one: Outcome) => (one === 'limited' || one === 'banned') && !report.reported?.author
  const [outcome, setOutcome] = useState<Outcome>(isDanger ? 'referred_to_care' : 'dismissed')
  const [reasons, setReasons] = useState(emptyReasons)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  async function decide(event: FormEvent) {
    event.preventDefault()
    if (reasons.reason.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    const { reason: decision_reason, ...authorMessage } = toReasonInput(reasons)
    const done = await run(
      'reports.decide',
      {
        id: report.id,
        ...(outcome === 'dismissed' ? { status: 'dismissed' as const } : { decision: outcome }),
        decision_reason,
        ...(report.also.length > 0 && { also: report.also.map((other) => other.id) }),
        ...((notifyingOutcomes.includes(outcome) || (emailOutcomes.includes(outcome) && !isReferred(outcome))) &&
          authorMessage),
      },
      {
        done: t(isReferred(outcome) ? 'done_referred' : `done_${outcome}`),
        undo: ({ decision_id }) => offerUndo([decision_id]),
      },
    )
    if (done) onDecided?.()
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void decide(event)}>
      {problem !== null && (
        <Note kind="error" icon="error" title={desk('not_done')}>
          {problem}
        </Note>
      )}
      <fieldset className="stack stack--tight">
        <legend className={radioCardStyles.legend}>{t('decide')}</legend>
        {shown.map((one) => (
          <RadioCard
            key={one}
            name={id}
            checked={outcome === one}
            onChange={() => setOutcome(one)}
            title={t(`do_${one}`)}
            description={outcome === one ? t(isReferred(one) ? 'means_referred' : `means_${one}`) : undefined}
          />
        ))}
      </fieldset>
      <ReasonFields
        value={reasons}
        missing={missing}
        tells={notifyingOutcomes.includes(outcome)}
        mails={emailOutcomes.includes(outcome) && !isReferred(outcome)}
        field={field}
        onChange={(value) => {
          setReasons(value)
          setMissing(false)
        }}
      />
      {report.also.length > 0 && <p className={fieldStyles.hint}>{t('together', { count: report.also.length + 1 })}</p>}
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={busy || undefined} aria-busy={busy}>
          {t('submit')}
        </Button>
      </ButtonRow>
    </form>
  )
}
