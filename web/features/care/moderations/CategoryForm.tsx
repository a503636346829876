import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../../contract/categories.ts'
import { MAX_CATEGORY_DESCRIPTION_LENGTH, MAX_CATEGORY_NAME_LENGTH } from '../../../../contract/categories.values.ts'
import { call } from '../../../api.ts'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useStaffAction } from '../review/useStaffAction.ts'

const DEFAULT_COLOR = '#1b5a45'

/** A new category, or another name, description and colour for one that is there. */
export function CategoryForm({ category, onDone }: { category?: Category; onDone: () => void }) {
  const t = useTranslations('sections')
  const desk = useTranslations('staff')
  const { busy, problem, act } = useStaffAction()
  const [name, setName] = useState(category?.name ?? '')
  const [description, setDescription] = useState(category?.description ?? '')
  const [color, setColor] = useState(category?.color ?? null)
  const [missing, setMissing] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setMissing(true)
    const input = { name, description, color }
    const done = await act(
      () => (category ? call('categories.edit', { id: category.id, ...input }) : call('categories.create', input)),
      t('saved'),
    )
    if (done) onDone()
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void save(event)}>
      {problem !== null && (
        <Note kind="error" icon="error" title={desk('not_done')}>
          {problem}
        </Note>
      )}
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
        <label className="check">
          <input
            type="checkbox"
            checked={color !== null}
            onChange={({ target }) => setColor(target.checked ? DEFAULT_COLOR : null)}
          />
          {t('has_color')}
        </label>
        {color !== null && (
          <input type="color" aria-label={t('color')} value={color} onChange={({ target }) => setColor(target.value)} />
        )}
      </div>
      <div className="row btn-row-mobile">
        <button type="submit" className="btn btn--primary" aria-disabled={busy || undefined}>
          {t('save')}
        </button>
        <button type="button" className="btn btn--secondary" onClick={onDone}>
          {desk('cancel')}
        </button>
      </div>
    </form>
  )
}
