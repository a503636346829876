import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../../query.ts'

/**
 * Reads the themes of the site. `problem`: why there are none to show; `invalid` when the answer is not a list of themes.
 */
export function useThemes() {
  const query = useQuery(endpointQuery('themes.list', {}))
  const { data, error } = query
  const isList = Array.isArray(data)
  const isInvalid = error?.code === 'client.unreadable' || (data !== undefined && !isList)
  const problem = isInvalid ? ('invalid' as const) : error ? ('failed' as const) : undefined
  return { query, themes: isList ? data : undefined, problem: isList ? undefined : problem }
}
