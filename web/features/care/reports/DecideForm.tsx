import { useId, useRef, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Report } from '../../../../contract/reports.ts'
import { emptyReasons, ReasonFields, type Reasons, toReasonInput, useReasonFields } from '../review/ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from '../review/useStaffMutation.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import { toast } from '../../../ui/Toast.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import radioCardStyles from '../../../ui/RadioCard.module.css'
import styles from './ReportsTab.module.css'

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
const isOfAccount = (one: Outcome | null): boolean => one === 'limited' || one === 'banned'

/** A decision that is not saved yet. */
export interface Decision {
  outcome: Outcome | null
  reasons: Reasons
}
export const emptyDecision: Decision = { outcome: null, reasons: emptyReasons }

interface Props {
  report: Report
  /** Kept by the page: the form moves between a panel and a dialog when the window changes its size. */
  decision: Decision
  onChange: (decision: Decision) => void
  onDecided: () => void
}

/** Decides a report, with a reason. Each outcome states what the author is notified of. */
export function DecideForm({ report, decision: { outcome, reasons }, onChange, onDecided }: Props) {
  const t = useTranslations('reported')
  const id = useId()
  const { run, isPending: busy, note } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const isDanger = report.report_type === 'danger_to_self'
  const isToCare = (one: Outcome): number => Number(isDanger && one === 'referred_to_care')
  const shown = outcomes.toSorted((one, other) => isToCare(other) - isToCare(one))
  // Limiting or banning the account would reveal an anonymous author, so these outcomes are referred. Of words that are not shown,
  // such as those of somebody in danger, the answer says whether they were.
  const isReferred = (one: Outcome) => isOfAccount(one) && report.reported !== null && report.reported.author === null
  const { fields, isMissing } = useReasonFields(reasons, (value) => onChange({ outcome, reasons: value }), busy)
  const choices = useRef<HTMLFieldSetElement>(null)
  const needsReason = reasons.reason.trim() === ''

  async function decide(event: FormEvent) {
    event.preventDefault()
    if (outcome === null) return choices.current?.querySelector('input')?.focus()
    if (isMissing()) return
    const { reason: decision_reason, ...authorMessage } = toReasonInput(reasons)
    const said = t(`done_${outcome}`)
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
        done: ({ decision }) => (isOfAccount(outcome) && decision === 'referred' ? t('done_referred') : said),
        undo: ({ decision_id }) => offerUndo([decision_id]),
        // Pressed again after an answer that was lost, it is one decision, and can be undone.
        idempotent: true,
        // The form goes, and with it what it would say.
        onError: ({ code }, why) => {
          if (code === 'reports.decided') toast(why)
        },
      },
    )
    if (done) onDecided()
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void decide(event)}>
      {note}
      <fieldset className={`stack stack--tight ${styles.choices}`} ref={choices}>
        <legend className={radioCardStyles.legend}>{t('decide')}</legend>
        {shown.map((one) => (
          <RadioCard
            key={one}
            name={id}
            checked={outcome === one}
            onChange={() => {
              // Sent already: whoever passed it to the care team now would believe that they hear of it.
              if (!busy) onChange({ outcome: one, reasons })
            }}
            title={t(`do_${one}`)}
            description={outcome === one ? t(isReferred(one) ? 'means_referred' : `means_${one}`) : undefined}
          />
        ))}
      </fieldset>
      <ReasonFields
        {...fields}
        tells={outcome !== null && notifyingOutcomes.includes(outcome)}
        mails={outcome !== null && emailOutcomes.includes(outcome) && !isReferred(outcome)}
      />
      {report.also.length > 0 && <p className={fieldStyles.hint}>{t('together', { count: report.also.length + 1 })}</p>}
      <ButtonRow className={styles.submit}>
        <Button type="submit" variant="primary" aria-disabled={busy || undefined} aria-busy={busy}>
          {t(outcome === null ? 'submit_choose' : needsReason ? 'submit_reason' : 'submit')}
        </Button>
      </ButtonRow>
    </form>
  )
}
