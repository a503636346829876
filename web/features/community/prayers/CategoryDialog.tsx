import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { invalidate } from '../../../invalidate.ts'
import { MAX_CATEGORIES } from '../../../../contract/classifications.values.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { categoriesQuery, useCategoryName } from '../categories/useCategoryName.ts'
import { updateCachedPrayer } from './cache.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'

/** Chooses the categories of a request. The classifier does not change them afterwards. */
export default function CategoryDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('sort')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const client = useQueryClient()
  const nameOf = useCategoryName()
  const { data: known, isError, refetch } = useQuery(categoriesQuery)
  const [chosen, setChosen] = useState(() => prayer.categories.map(({ id }) => id))
  const { run, isPending: sending, failure: problem } = useEndpointMutation()
  const isFull = chosen.length >= MAX_CATEGORIES

  async function save() {
    const data = await run('classifications.replace_links', { id: prayer.id, categoryIds: chosen })
    if (!data) return
    const names = new Map(known?.map(({ id, name }) => [id, name]))
    const categories = data.map(({ category_id, is_machine_generated, confidence }) => ({
      id: category_id,
      name: names.get(category_id) ?? '',
      is_machine_generated,
      confidence,
    }))
    updateCachedPrayer(client, prayer.id, (it) => ({ ...it, categories }))
    void invalidate(client, 'prayer_pages')
    close()
    toast(t('saved'))
  }

  return (
    <Dialog ref={dialog} title={t('title')} onClose={onClose}>
      <div className="stack">
        <p className="secondary small">{t('lead')}</p>
        <FailureNote title={t('failed')}>{problem}</FailureNote>
        {isError && !known && <Button onClick={() => void refetch()}>{t('retry')}</Button>}
        <fieldset className={chipStyles.chips} aria-label={t('title')}>
          {known?.map((category) => {
            const on = chosen.includes(category.id)
            return (
              <Chip
                key={category.id}
                aria-pressed={on}
                aria-disabled={(!on && isFull) || undefined}
                onClick={() => {
                  if (on) setChosen(chosen.filter((id) => id !== category.id))
                  else if (!isFull) setChosen([...chosen, category.id])
                }}
              >
                {on && <Icon name="check" />}
                <span>{nameOf(category)}</span>
              </Chip>
            )
          })}
        </fieldset>
        {isFull && <p className={fieldStyles.hint}>{t('full', { most: MAX_CATEGORIES })}</p>}
        <ButtonRow>
          <Button variant="primary" aria-disabled={sending || undefined} onClick={() => void save()}>
            {t('save')}
          </Button>
          <Button onClick={close}>{t('cancel')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
