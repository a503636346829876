import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../../contract/categories.ts'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { FieldBox } from '../../../ui/Field.tsx'
import { useCategoryName } from '../../community/categories/useCategoryName.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

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
  const admin = useTranslations('admin')
  const nameOf = useCategoryName()
  const dialog = useRef<HTMLDialogElement>(null)
  const { run, isPending: busy, note } = useStaffMutation()
  const [move_to, setMoveTo] = useState('')
  const name = nameOf(category)
  const to = others.find((one) => one.id === move_to)

  async function remove() {
    const input = { id: category.id, ...(to && { move_to: to.id }) }
    if (!(await run('categories.delete', input, { done: t('removed', { name }) }))) return
    dialog.current?.close()
    // Its row may have gone before, with the button that had the focus.
    takeLostFocus(document.getElementById('main'))
  }

  return (
    <Dialog ref={dialog} title={t('remove_title', { name })} onClose={onClose}>
      <div className="stack">
        {note}
        <FieldBox
          label={t('move_to')}
          hint={to ? t('merge_means', { count, other: nameOf(to) }) : t('delete_means', { count })}
          renderControl={(linked) => (
            <Select {...linked} value={move_to} onChange={({ target }) => setMoveTo(target.value)}>
              <option value="">{t('nowhere')}</option>
              <Options of={others.map((one) => [one.id, nameOf(one)])} />
            </Select>
          )}
        />
        <ButtonRow>
          <Button variant="danger" aria-disabled={busy || undefined} onClick={() => void remove()}>
            {to ? t('merge') : admin('delete')}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </div>
    </Dialog>
  )
}
