import '../../../styles/forms.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH } from '../../../../contract/feed.values.ts'
import { FilterForm } from '../../../layout/FilterForm.tsx'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'

/** Where requests are, what they are about, and whether somebody reported them. */
export function RequestFilters({
  search,
  onSearch,
}: {
  search: URLSearchParams
  onSearch: (next: URLSearchParams) => void
}) {
  const t = useTranslations('requests')
  const nameOf = useCategoryName()
  const { data: categories } = useQuery(categoriesQuery)
  return (
    <FilterForm
      search={search}
      onSearch={onSearch}
      label={t('show')}
      optionCount={categories?.length ?? 0}
      className="desk__search"
    >
      <label className="field">
        <span className="label">{t('search')}</span>
        <input
          className="input"
          type="search"
          name="search"
          defaultValue={search.get('search') ?? ''}
          maxLength={MAX_SEARCH_LENGTH}
        />
      </label>
      <label className="field">
        <span className="label">{t('where')}</span>
        <select className="select" name="publication" defaultValue={search.get('publication') ?? ''}>
          <option value="">{t('published')}</option>
          <option value="hidden">{t('hidden')}</option>
          <option value="held">{t('held')}</option>
        </select>
      </label>
      <label className="field">
        <span className="label">{t('category')}</span>
        <select className="select" name="category_id" defaultValue={search.get('category_id') ?? ''}>
          <option value="">{t('all')}</option>
          {categories?.map((category) => (
            <option key={category.id} value={category.id}>
              {nameOf(category)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="label">{t('reports')}</span>
        <select className="select" name="reported" defaultValue={search.get('reported') ?? ''}>
          <option value="">{t('all')}</option>
          <option value="true">{t('only_reported')}</option>
        </select>
      </label>
    </FilterForm>
  )
}
