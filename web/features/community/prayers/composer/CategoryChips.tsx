import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { MAX_CATEGORIES } from '../../../../../contract/classifications.values.ts'
import { localeOf } from '../../../../../contract/languages.ts'
import { lazyPart, Nothing } from '../../../../layout/lazyPart.tsx'
import { Chip } from '../../../../ui/Chip.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { categoriesQuery, useCategoryName } from '../../categories/useCategoryName.ts'
import type { Draft } from './draft.ts'
import { append, withoutStale, type Suggestions } from './suggestions.ts'
import chipStyles from '../../../../ui/Chip.module.css'
import composerStyles from './Composer.module.css'

const CategoriesFull = lazyPart(() => import('../CategoriesFull.tsx'), Nothing, ['forms', 'acts'])

interface Props {
  draft: Draft
  suggestions: Suggestions
  change: (part: Partial<Draft>) => void
}

/**
 * Suggests categories for the text; the author decides. Solid: chosen. Dashed: suggested, and not saved. A chip keeps its
 * place; suggestions that no longer fit go only at the next change of the text.
 */
export function CategoryChips({ draft: { content, categoryIds }, suggestions: { found, looking }, change }: Props) {
  const t = useTranslations('compose')
  const locale = useLocale()
  const nameOf = useCategoryName()
  const { data } = useQuery(categoriesQuery)
  const known = data ?? []
  const offered = (found?.categories ?? []).map(({ id }) => id)
  const [shown, setShown] = useState(() => append(categoryIds, offered))
  const [seen, setSeen] = useState({ found, content })
  const [isOpen, setOpen] = useState(false)
  const isFull = categoryIds.length >= MAX_CATEGORIES
  if (seen.found !== found || seen.content !== content) {
    setSeen({ found, content })
    setShown(seen.content === content ? append(shown, offered) : withoutStale(shown, categoryIds, offered))
  }
  const byId = new Map([...(found?.categories ?? []), ...known].map((category) => [category.id, category]))
  const named = (id: string): string => {
    const category = byId.get(id)
    return category ? nameOf(category) : ''
  }
  // A category of an older draft may be gone.
  const isThere = (id: string): boolean => data === undefined || byId.has(id)
  const others = known.map(({ id }) => id).filter((id) => !shown.includes(id))
  const chipOf = (id: string, suggested: boolean) => {
    const chosen = categoryIds.includes(id)
    return (
      <Chip
        key={id}
        offered={suggested && !chosen}
        aria-pressed={chosen}
        aria-disabled={(!chosen && isFull) || undefined}
        onClick={() => {
          if (chosen) change({ categoryIds: categoryIds.filter((one) => one !== id) })
          else if (!isFull) change({ categoryIds: [...categoryIds, id] })
        }}
      >
        {(chosen || suggested) && <Icon name={chosen ? 'check' : 'spark'} />}
        <span>{named(id)}</span>
      </Chip>
    )
  }
  return (
    <fieldset className={`${chipStyles.chips} ${composerStyles.chips}`} aria-label={t('suggested')}>
      {shown.filter(isThere).map((id) => chipOf(id, true))}
      <Chip
        aria-expanded={isOpen}
        aria-label={t('others')}
        onClick={() => {
          setShown(append(shown, categoryIds))
          setOpen(!isOpen)
        }}
      >
        <Icon name="plus" />
      </Chip>
      {isOpen && others.map((id) => chipOf(id, false))}
      {isFull && <CategoriesFull />}
      <output className="vh">
        {!looking &&
          offered.some((id) => !categoryIds.includes(id)) &&
          `${t('suggested_hint')} ${new Intl.ListFormat(localeOf(locale)).format(offered.filter((id) => !categoryIds.includes(id)).map(named))}`}
      </output>
    </fieldset>
  )
}
