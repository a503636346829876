import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../../contract/categories.ts'
import { MAX_CATEGORY_DESCRIPTION_LENGTH, MAX_CATEGORY_NAME_LENGTH } from '../../../../contract/categories.values.ts'
import { Field } from '../../../ui/Field.tsx'
import { NewerVersion } from '../../../layout/NewerVersion.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { categoriesQuery } from '../../community/categories/useCategoryName.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'

const DEFAULT_COLOR = '#1b5a45'

const toWords = (category: Category | undefined) => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  color: category?.color ?? null,
})
/** A category has no time of its last change. */
const versionOf = (category: Category | undefined): string => JSON.stringify(toWords(category))

/** Creates a category, or changes the name, description and colour of an existing one. */
export function CategoryForm({ category, onDone }: { category?: Category; onDone: () => void }) {
  const t = useTranslations('sections')
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const saved = toWords(category)
  const kept = useKeptWords(`category:${category?.id ?? 'new'}`, saved, versionOf(category))
  const { run, isPending: busy, note, setFailure } = useStaffMutation({ draft: kept.place })
  const { name, description, color } = kept.words
  const change = (part: Partial<typeof saved>): void => kept.change({ ...kept.words, ...part })
  const [missing, setMissing] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  /** True if another has changed the category since. The list, read again, then shows how. */
  async function isNewer(id: string): Promise<boolean> {
    const now = await client.fetchQuery({ ...categoriesQuery, staleTime: 0 }).catch(() => [])
    const theirs = now.find((one) => one.id === id)
    return theirs !== undefined && ![kept.version, versionOf({ ...theirs, ...kept.words })].includes(versionOf(theirs))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setMissing(true)
    if (category && (await isNewer(category.id))) return
    const input = { name, description, color }
    const options = { done: t('saved') }
    const done = category
      ? await run('categories.edit', { id: category.id, ...input }, options)
      : await run('categories.create', input, { ...options, idempotent: true })
    if (done) leave()
  }

  /** Goes on from the newer version, with its words or with one's own. */
  function goOn(words: typeof saved): void {
    kept.begin(saved, versionOf(category), words)
    setFailure(null)
  }

  function leave(): void {
    kept.begin(saved, kept.version)
    onDone()
  }

  return (
    <form ref={form} className="stack" noValidate onSubmit={(event) => void save(event)}>
      {note}
      {kept.isOutdated && category && (
        <NewerVersion onTake={() => goOn(saved)} onKeep={() => goOn(kept.words)}>
          <blockquote dir="auto">
            <p className="strong">{category.name}</p>
            {category.description !== '' && <p>{category.description}</p>}
          </blockquote>
        </NewerVersion>
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
          change({ name: target.value })
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
        onChange={({ target }) => change({ description: target.value })}
      />
      <div className="row">
        <Checkbox checked={color !== null} onChange={(checked) => change({ color: checked ? DEFAULT_COLOR : null })}>
          {t('has_color')}
        </Checkbox>
        {color !== null && (
          <input
            type="color"
            aria-label={t('color')}
            value={color}
            onChange={({ target }) => change({ color: target.value })}
          />
        )}
      </div>
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
          {t('save')}
        </Button>
        <CancelButton onClick={leave} />
      </ButtonRow>
    </form>
  )
}
