import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { MAX_SEARCH_LENGTH } from '../../../../contract/feed.values.ts'
import { FilterForm, FilterSelect, FilterWords } from '../../../layout/FilterForm.tsx'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'
import styles from './RequestFilters.module.css'

/** Filters requests by location, category and whether they were reported. */
export function RequestFilters({ onSearch }: { onSearch: (next: URLSearchParams) => void }) {
  const t = useTranslations('requests')
  const nameOf = useCategoryName()
  const { data: categories } = useQuery(categoriesQuery)
  return (
    <FilterForm onSearch={onSearch} optionCount={categories?.length ?? 0} className={styles.search}>
      <FilterWords label={t('search')} maxLength={MAX_SEARCH_LENGTH} />
      <FilterSelect
        label={t('where')}
        name="publication"
        all={t('published')}
        options={[
          ['hidden', t('hidden')],
          ['held', t('held')],
        ]}
      />
      <FilterSelect
        label={t('category')}
        name="category_id"
        all={t('all')}
        options={categories?.map((category) => [category.id, nameOf(category)])}
      />
      <FilterSelect label={t('reports')} name="reported" all={t('all')} options={[['true', t('only_reported')]]} />
    </FilterForm>
  )
}
