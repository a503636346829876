import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH } from '../../../../contract/feed.values.ts'
import { FilterForm } from '../../../layout/FilterForm.tsx'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'
import { Select } from '../../../ui/Select.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './RequestFilters.module.css'

/** Filters requests by location, category and whether they were reported. */
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
      className={styles.search}
    >
      <Labelled label={t('search')}>
        <input
          className={fieldStyles.input}
          type="search"
          name="search"
          defaultValue={search.get('search') ?? ''}
          maxLength={MAX_SEARCH_LENGTH}
        />
      </Labelled>
      <Labelled label={t('where')}>
        <Select name="publication" defaultValue={search.get('publication') ?? ''}>
          <option value="">{t('published')}</option>
          <option value="hidden">{t('hidden')}</option>
          <option value="held">{t('held')}</option>
        </Select>
      </Labelled>
      <Labelled label={t('category')}>
        <Select name="category_id" defaultValue={search.get('category_id') ?? ''}>
          <option value="">{t('all')}</option>
          {categories?.map((category) => (
            <option key={category.id} value={category.id}>
              {nameOf(category)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={t('reports')}>
        <Select name="reported" defaultValue={search.get('reported') ?? ''}>
          <option value="">{t('all')}</option>
          <option value="true">{t('only_reported')}</option>
        </Select>
      </Labelled>
    </FilterForm>
  )
}
