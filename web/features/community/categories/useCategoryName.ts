import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { endpointQuery } from '../../../query.ts'

export const categoriesQuery = { ...endpointQuery('categories.list', {}), staleTime: 600_000 }

/** Returns the name of a category: in the reader's language if the category came with the site, else as stored. */
export function useCategoryName(): (category: { id: string; name: string }) => string {
  const t = useTranslations('categories')
  const { data } = useQuery(categoriesQuery)
  return ({ id, name }) => {
    const known = data?.find((category) => category.id === id)
    const key = (known?.is_built_in ? known.key : null) as Parameters<typeof t>[0] | null | undefined
    return key && t.has(key) ? t(key) : name
  }
}
