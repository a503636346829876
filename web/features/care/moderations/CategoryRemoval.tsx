import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../../contract/categories.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useCategoryName } from '../../community/categories/useCategoryName.ts'
import { useStaffMutation } from '../review/useStaffMutation.ts'
import { Select } from '../../../ui/Select.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import fieldStyles from '../../../ui/Field.module.css'

/** Merges a category into another, or deletes it, after a confirmation that explains what happens to its requests. */
export function CategoryRemoval({
  category,
  others,
  count,
  onClose,
}: {
  category: Category
  others: Category[]
  count: number
  onClose: () => void
}) {
  const t = useTranslations('sections')
  const desk = useTranslations('staff')
  const nameOf = useCategoryName()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { run, isPending: busy, failure: problem } = useStaffMutation()
  const [move_to, setMoveTo] = useState('')
  const name = nameOf(category)
  const to = others.find((one) => one.id === move_to)

  async function remove() {
    const input = { id: category.id, ...(to && { move_to: to.id }) }
    if (await run('categories.delete', input, { done: t('removed', { name }) })) dialog.current?.close()
  }

  return (
    <Dialog ref={dialog} title={t('remove_title', { name })} close={desk('close')} onClose={onClose}>
      <div className="stack">
        <FailureNote title={desk('not_done')}>{problem}</FailureNote>
        <div className={fieldStyles.field}>
          <label htmlFor={id}>{t('move_to')}</label>
          <Select
            id={id}
            value={move_to}
            aria-describedby={`${id}h`}
            onChange={({ target }) => setMoveTo(target.value)}
          >
            <option value="">{t('nowhere')}</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
          <span className={fieldStyles.hint} id={`${id}h`}>
            {to ? t('merge_means', { count, other: nameOf(to) }) : t('delete_means', { count })}
          </span>
        </div>
        <ButtonRow>
          <Button variant="danger" aria-disabled={busy || undefined} onClick={() => void remove()}>
            {to ? t('merge') : t('delete')}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{desk('cancel')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
