import { useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { emptyReasons, ReasonFields, type Reasons, toReasonInput, useReasonFields } from '../review/ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from '../review/useStaffMutation.tsx'
import { WaitingUpdates } from '../review/WaitingUpdates.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { requestExcerpt } from './requestExcerpt.ts'

/** Shows the words that are read before they are published. */
function Words({ of: item, hasChanged }: { of: ModeratedPrayer; hasChanged: boolean }) {
  const t = useTranslations('requests')
  return (
    <article className="stack">
      {hasChanged && (
        <p>
          <Badge tone="warning">{t('changed')}</Badge>
        </p>
      )}
      <blockquote className="serif as-written" dir="auto" lang={item.language ?? undefined}>
        {item.title !== null && <b className="strong">{item.title} </b>}
        {item.content}
      </blockquote>
      <WaitingUpdates updates={item.waiting_updates} />
    </article>
  )
}

/**
 * Shows the action and the number of requests, and asks for a reason before the action runs. Names those that changed
 * meanwhile, or are gone.
 */
export function ModerationDialog({
  ids,
  items,
  act: what,
  onClose,
  onDone,
}: {
  /** Those that are still in the list. */
  ids: string[]
  /** Those of the list, to be read before they are published. */
  items: ModeratedPrayer[]
  act: Input<'moderations.act'>['act']
  onClose: () => void
  onDone: () => void
}) {
  const t = useTranslations('requests')
  const dialog = useRef<HTMLDialogElement>(null)
  const { run, isPending: busy, note } = useStaffMutation()
  const { offerUndo } = useUndoDecisions()
  const [opened] = useState(() => items.filter(({ id }) => ids.includes(id)))
  const name = `moderation-${what}:${opened.map(({ id }) => id).join(' ')}`
  const { words: reasons, change: setReasons } = useKeptWords<Reasons>(name, emptyReasons)
  const { fields, isMissing } = useReasonFields(reasons, setReasons, busy)
  // The list is read anew before the dialog closes, without those that were sent.
  const [sent, setSent] = useState<string[] | null>(null)
  // After a refusal the words are those of the list, as it says which have changed.
  const [wasRefused, setRefused] = useState(false)
  const going = sent ?? ids
  const count = going.length
  const gone = opened.filter(({ id }) => !going.includes(id))
  const read = what === 'publish' ? (wasRefused ? items : opened).filter(({ id }) => going.includes(id)) : []
  const versions = new Map(opened.map(({ id, version }) => [id, version]))

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (isMissing() || count === 0) return
    setSent(ids)
    const done = await run(
      'moderations.act',
      {
        ids,
        act: what,
        ...toReasonInput(reasons),
        ...(read.length > 0 && { versions: read.map(({ id, version }) => ({ id, version })) }),
      },
      {
        done: t(`done_${what}`, { count }),
        undo: ({ decision_ids }) => offerUndo(decision_ids),
        idempotent: true,
        onError: () => {
          setSent(null)
          setRefused(true)
        },
      },
    )
    if (!done) return
    setReasons(emptyReasons)
    onDone()
    dialog.current?.close()
    // The bar with the button that had the focus may be gone.
    takeLostFocus(document.getElementById('main'))
  }

  return (
    <Dialog ref={dialog} title={t(`sure_${what}`, { count })} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void confirm(event)}>
        <p className="secondary">{t(`means_${what}`)}</p>
        {gone.map((item) => (
          <p key={item.id}>
            <Badge>{t('gone')}</Badge>{' '}
            <span className="serif" dir="auto" lang={item.language ?? undefined}>
              {requestExcerpt(item)}
            </span>
          </p>
        ))}
        {read.map((item) => (
          <Words key={item.id} of={item} hasChanged={item.version !== versions.get(item.id)} />
        ))}
        {note}
        <ReasonFields {...fields} tells={what !== 'publish'} />
        <ButtonRow>
          <Button
            type="submit"
            variant={what === 'delete' ? 'danger' : 'primary'}
            aria-disabled={busy || count === 0 || undefined}
            aria-busy={busy}
          >
            {t(what)}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </form>
    </Dialog>
  )
}
