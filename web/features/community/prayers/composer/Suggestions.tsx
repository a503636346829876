import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isLanguage, languageNames } from '../../../../../contract/languages.ts'
import type { Output } from '../../../../../contract/schemas.ts'
import { call } from '../../../../api.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { categoriesQuery, useCategoryName } from '../../categories/useCategoryName.ts'
import type { Draft } from './draft.ts'
import { Chip } from '../../../../ui/Chip.tsx'
import chipStyles from '../../../../ui/Chip.module.css'
import fieldStyles from '../../../../ui/Field.module.css'
import formStyles from '../../../../ui/Form.module.css'
import composerStyles from './Composer.module.css'

const SUGGEST_DELAY_MS = 600
const MIN_LENGTH = 8
type SuggestionResult = Output<'models.suggest'>

/** Fetches suggestions for a text when the author pauses. Responses to an older text are discarded. */
function useSuggestions({ title, content }: Draft): { found: SuggestionResult | null; looking: boolean } {
  const text = [title, content].filter(Boolean).join('\n').trim().slice(0, 5000)
  const [found, setFound] = useState<SuggestionResult | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      if (text.length < MIN_LENGTH) {
        setFound(null)
        return
      }
      setIsLoading(true)
      call('models.suggest', { text }, { signal: abort.signal, ignoreUnauthorized: true })
        .then(({ data }) => data && setFound(data))
        .catch(() => {})
        .finally(() => setIsLoading(false))
    }, SUGGEST_DELAY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text])
  return { found, looking: isLoading }
}

/** Suggests categories and language for the text; the author decides. */
export function Suggestions({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const t = useTranslations('compose')
  const locale = useLocale()
  const nameOf = useCategoryName()
  const { found, looking } = useSuggestions(draft)
  const { data: known = [] } = useQuery(categoriesQuery)
  const byId = new Map(known.map((category) => [category.id, category]))
  const named = (id: string): string => {
    const category = byId.get(id)
    return category ? nameOf(category) : (found?.categories.find((one) => one.id === id)?.name ?? '')
  }
  const { categoryIds } = draft
  const offered = (found?.categories ?? []).filter(({ id }) => !categoryIds.includes(id))
  const others = known.filter(({ id }) => !categoryIds.includes(id) && !offered.some((one) => one.id === id))
  const language = draft.language ?? found?.language ?? ''
  return (
    <fieldset className={formStyles.step} aria-label={t('suggested')}>
      <h2>{t('suggested')}</h2>
      <p className={fieldStyles.hint}>{t('suggested_hint')}</p>
      <div className={`${chipStyles.chips} ${composerStyles.composeChips}`}>
        {categoryIds.map((id) => (
          <Chip
            key={id}
            aria-pressed="true"
            onClick={() => change({ categoryIds: categoryIds.filter((one) => one !== id) })}
          >
            <Icon name="check" />
            {named(id)}
          </Chip>
        ))}
        {offered.map(({ id }) => (
          <Chip
            key={id}
            offered
            aria-pressed="false"
            onClick={() => change({ categoryIds: [...categoryIds, id].slice(0, 10) })}
          >
            <Icon name="spark" />
            {named(id)}
          </Chip>
        ))}
        {others.length > 0 && (
          <select
            className={`${fieldStyles.input} ${composerStyles.composeSelect}`}
            aria-label={t('other')}
            value=""
            onChange={({ target }) => change({ categoryIds: [...categoryIds, target.value].slice(0, 10) })}
          >
            <option value="" disabled>
              {t('other')}
            </option>
            {others.map((category) => (
              <option key={category.id} value={category.id}>
                {nameOf(category)}
              </option>
            ))}
          </select>
        )}
      </div>
      <output className="vh">
        {!looking && offered.length > 0 && new Intl.ListFormat(locale).format(offered.map(({ id }) => named(id)))}
      </output>
      <label className={`${fieldStyles.field} ${composerStyles.composeLanguage}`}>
        <span className={composerStyles.label}>{t('language')}</span>
        <select
          className={`${fieldStyles.input} ${composerStyles.composeSelect}`}
          value={language}
          onChange={({ target }) => change({ language: isLanguage(target.value) ? target.value : null })}
        >
          <option value="">{t('unknown')}</option>
          {Object.entries(languageNames).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  )
}
