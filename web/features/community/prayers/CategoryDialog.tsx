import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { MAX_CATEGORIES } from '../../../../contract/classifications.values.ts'
import { call } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { categoriesQuery, useCategoryName } from '../categories/useCategoryName.ts'
import { updateCachedPrayer } from './cache.ts'
import { isPrayerPageQuery } from './queries.ts'

/** Chooses the categories of a request; from then on no machine changes them. */
export default function CategoryDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('sort')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const locale = useLocale()
  const client = useQueryClient()
  const nameOf = useCategoryName()
  const { data: known, isError, refetch } = useQuery(categoriesQuery)
  const [chosen, setChosen] = useState(() => prayer.categories.map(({ id }) => id))
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isFull = chosen.length >= MAX_CATEGORIES

  async function save() {
    if (sending) return
    setSending(true)
    const { data, error } = await call('classifications.replace_links', { id: prayer.id, categoryIds: chosen })
    setSending(false)
    if (error) return setProblem(await getErrorMessage(error, locale))
    const names = new Map(known?.map(({ id, name }) => [id, name]))
    const categories = data.map(({ category_id, is_machine_generated, confidence }) => ({
      id: category_id,
      name: names.get(category_id) ?? '',
      is_machine_generated,
      confidence,
    }))
    updateCachedPrayer(client, prayer.id, (it) => ({ ...it, categories }))
    void client.invalidateQueries({ predicate: isPrayerPageQuery })
    close()
    toast(t('saved'))
  }

  return (
    <Dialog ref={dialog} title={t('title')} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary small">{t('lead')}</p>
        {problem !== null && (
          <Note kind="error" icon="error" title={t('failed')}>
            {problem}
          </Note>
        )}
        {isError && !known && (
          <button type="button" className="btn btn--secondary" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        )}
        <fieldset className="chips" aria-label={t('title')}>
          {known?.map((category) => {
            const on = chosen.includes(category.id)
            return (
              <button
                key={category.id}
                type="button"
                className="chip"
                aria-pressed={on}
                aria-disabled={(!on && isFull) || undefined}
                onClick={() => {
                  if (on) setChosen(chosen.filter((id) => id !== category.id))
                  else if (!isFull) setChosen([...chosen, category.id])
                }}
              >
                {on && <Icon name="check" />}
                {nameOf(category)}
              </button>
            )
          })}
        </fieldset>
        {isFull && <p className="hint">{t('full', { most: MAX_CATEGORIES })}</p>}
        <div className="row btn-row-mobile">
          <button
            type="button"
            className="btn btn--primary"
            aria-disabled={sending || undefined}
            onClick={() => void save()}
          >
            {t('save')}
          </button>
          <button type="button" className="btn btn--secondary" onClick={close}>
            {t('cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
