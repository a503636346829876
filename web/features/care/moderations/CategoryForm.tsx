import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../../contract/categories.ts'
import { MAX_CATEGORY_DESCRIPTION_LENGTH, MAX_CATEGORY_NAME_LENGTH } from '../../../../contract/categories.values.ts'
import { Field } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useStaffMutation } from '../review/useStaffMutation.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'

const DEFAULT_COLOR = '#1b5a45'

/** Creates a category, or changes the name, description and colour of an existing one. */
export function CategoryForm({ category, onDone }: { category?: Category; onDone: () => void }) {
  const t = useTranslations('sections')
  const desk = useTranslations('staff')
  const { run, isPending: busy, failure: problem } = useStaffMutation()
  const [name, setName] = useState(category?.name ?? '')
  const [description, setDescription] = useState(category?.description ?? '')
  const [color, setColor] = useState(category?.color ?? null)
  const [missing, setMissing] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setMissing(true)
    const input = { name, description, color }
    const options = { done: t('saved') }
    const done = category
      ? await run('categories.edit', { id: category.id, ...input }, options)
      : await run('categories.create', input, options)
    if (done) onDone()
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void save(event)}>
      <FailureNote title={desk('not_done')}>{problem}</FailureNote>
      <Field
        label={t('name')}
        name="name"
        value={name}
        maxLength={MAX_CATEGORY_NAME_LENGTH}
        autoComplete="off"
        dir="auto"
        error={missing ? t('name_missing') : undefined}
        onChange={({ target }) => {
          setName(target.value)
          setMissing(false)
        }}
      />
      <Field
        label={t('description')}
        name="description"
        value={description}
        maxLength={MAX_CATEGORY_DESCRIPTION_LENGTH}
        autoComplete="off"
        dir="auto"
        hint={t('description_hint')}
        onChange={({ target }) => setDescription(target.value)}
      />
      <div className="row">
        <Checkbox checked={color !== null} onChange={(checked) => setColor(checked ? DEFAULT_COLOR : null)}>
          {t('has_color')}
        </Checkbox>
        {color !== null && (
          <input type="color" aria-label={t('color')} value={color} onChange={({ target }) => setColor(target.value)} />
        )}
      </div>
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
          {t('save')}
        </Button>
        <Button onClick={onDone}>{desk('cancel')}</Button>
      </ButtonRow>
    </form>
  )
}
