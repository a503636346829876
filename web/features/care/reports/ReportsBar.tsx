import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Report } from '../../../../contract/reports.ts'
import { call } from '../../../api.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { toast } from '../../../ui/Toast.tsx'
import { BulkAct } from '../review/BulkAct.tsx'
import { emptyReasons, ReasonFields, type Reasons, useMovedFocus, useReasonFields } from '../review/ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from '../review/useStaffMutation.tsx'
import { isOfDanger } from './ReportParts.tsx'
import bulkBarStyles from '../../../layout/BulkBar.module.css'

interface Props {
  items: Report[]
  selected: string[]
  onClear: () => void
  /** Kept by the page: a colleague may decide all that is selected while somebody writes. */
  reasons: Reasons
  setReasons: (reasons: Reasons) => void
}

/** Offers the actions that apply to several reports at once. */
export function ReportsBar({ items, selected, onClear, reasons, setReasons }: Props) {
  const t = useTranslations('reported')
  const desk = useTranslations('staff')
  const { perform, isPending: busy, note } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const [dismissing, setDismissing] = useState(false)
  const { fields, isMissing } = useReasonFields(reasons, setReasons, busy)
  const { form, button } = useMovedFocus<HTMLDivElement>(dismissing)
  const count = selected.length
  // Counts one report for each reporter, even when several are decided together.
  const reports = items.filter(({ id }) => selected.includes(id)).reduce((sum, { also }) => sum + 1 + also.length, 0)

  async function claim() {
    const done = await perform<true>(
      async () => {
        for (const id of selected) {
          const { error } = await call('reports.claim', { id })
          if (error) return { data: null, error }
        }
        return { data: true, error: null }
      },
      { done: t('claimed') },
    )
    if (done) onClear()
  }
  async function dismiss() {
    if (isMissing()) return
    const decision_reason = reasons.reason.trim()
    const decision_ids: (string | null)[] = []
    const done = await perform<true>(
      async () => {
        for (const id of selected) {
          const also = items.find((report) => report.id === id)?.also.map((other) => other.id)
          const { data, error } = await call('reports.decide', { id, also, status: 'dismissed', decision_reason })
          if (error) return { data: null, error }
          decision_ids.push(data.decision_id)
        }
        setReasons(emptyReasons)
        return { data: true, error: null }
      },
      {
        done: t('done_dismissed'),
        undo: () => offerUndo(decision_ids),
        // Those before it are decided.
        onError: () => {
          if (decision_ids.length > 0) toast(t('done_dismissed'), offerUndo(decision_ids))
        },
      },
    )
    if (done) onClear()
  }
  return (
    <section ref={keepFocus} className={bulkBarStyles.bar} aria-label={desk('selected', { count })}>
      <output>
        {/* In elements of their own: see `Toasts`. */}
        <span>{desk('selected', { count })}</span> {items.some(isOfDanger) && <span>{t('danger_left_out')}</span>}
      </output>
      {!dismissing && (
        <>
          <BulkAct aria-disabled={busy || undefined} onClick={() => void claim()}>
            {t('claim')}
          </BulkAct>
          <BulkAct ref={button} onClick={() => setDismissing(true)}>
            {t('do_dismissed')}
          </BulkAct>
        </>
      )}
      <IconButton className={bulkBarStyles.clear} aria-label={desk('clear')} onClick={onClear}>
        <Icon name="x" />
      </IconButton>
      {note}
      {dismissing && (
        <div ref={form} className={`${bulkBarStyles.form} stack`}>
          <p>{t('dismiss_many', { count: reports })}</p>
          <ReasonFields {...fields} tells={false} />
          <ButtonRow>
            <Button variant="primary" aria-disabled={busy || undefined} onClick={() => void dismiss()}>
              {t('do_dismissed')}
            </Button>
            <CancelButton onClick={() => setDismissing(false)} />
          </ButtonRow>
        </div>
      )}
    </section>
  )
}
