import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { emptyReasons, ReasonFields, toReasonInput } from '../review/ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from '../review/useStaffMutation.ts'
import { WaitingUpdates } from '../review/WaitingUpdates.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

/** Shows the action and the number of requests, and asks for a reason before the action runs. */
export function ModerationDialog({
  ids,
  items,
  act: what,
  onClose,
  onDone,
}: {
  ids: string[]
  /** Those of the list, to be read before they are published. */
  items: ModeratedPrayer[]
  act: Input<'moderations.act'>['act']
  onClose: () => void
  onDone: () => void
}) {
  const t = useTranslations('requests')
  const desk = useTranslations('staff')
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { run, isPending: busy, failure: problem } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const [reasons, setReasons] = useState(emptyReasons)
  const [missing, setMissing] = useState(false)
  const count = ids.length
  const read = what === 'publish' ? items.filter(({ id }) => ids.includes(id)) : []

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (reasons.reason.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    const done = await run(
      'moderations.act',
      {
        ids,
        act: what,
        ...toReasonInput(reasons),
        ...(read.length > 0 && { versions: read.map(({ id, version }) => ({ id, version })) }),
      },
      { done: t(`done_${what}`, { count }), undo: ({ decision_ids }) => offerUndo(decision_ids) },
    )
    if (!done) return
    onDone()
    dialog.current?.close()
  }

  return (
    <Dialog ref={dialog} title={t(`sure_${what}`, { count })} close={desk('close')} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void confirm(event)}>
        <p className="secondary">{t(`means_${what}`)}</p>
        {read.map((item) => (
          <article key={item.id} className="stack">
            <blockquote className="serif as-written" dir="auto" lang={item.language ?? undefined}>
              {item.title !== null && <b className="strong">{item.title} </b>}
              {item.content}
            </blockquote>
            <WaitingUpdates updates={item.waiting_updates} />
          </article>
        ))}
        <FailureNote title={desk('not_done')}>{problem}</FailureNote>
        <ReasonFields
          value={reasons}
          missing={missing}
          tells={what !== 'publish'}
          field={field}
          onChange={(value) => {
            setReasons(value)
            setMissing(false)
          }}
        />
        <ButtonRow>
          <Button
            type="submit"
            variant={what === 'delete' ? 'danger' : 'primary'}
            aria-disabled={busy || undefined}
            aria-busy={busy}
          >
            {t(what)}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{desk('cancel')}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}
