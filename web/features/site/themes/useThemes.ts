import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { builtInThemes } from '../../../../contract/themes.values.ts'
import { endpointQuery } from '../../../query.ts'

export const themesQuery = endpointQuery('themes.list', {})

/**
 * Reads the themes of the site. `problem`: why there are none to show; `invalid` when the answer is not a list of themes.
 */
export function useThemes() {
  const query = useQuery(themesQuery)
  const { data, error } = query
  const isList = Array.isArray(data)
  const isInvalid = error?.code === 'client.backend' || (data !== undefined && !isList)
  const problem = isInvalid ? ('invalid' as const) : error ? ('failed' as const) : undefined
  return { query, themes: isList ? data : undefined, problem: isList ? undefined : problem }
}

interface ThemeWords {
  nameOf: (theme: { name: string }) => string
  descriptionOf: (theme: { description: string }) => string
}

/**
 * Returns the name and the description of a theme: in the reader's language while they are those that came with the site,
 * else as stored. The messages belong to `forms`.
 */
export function useThemeWords(): ThemeWords {
  const t = useTranslations('themes')
  return {
    nameOf: ({ name }) => {
      const builtIn = builtInThemes.find((theme) => theme.name === name)
      return builtIn ? t(builtIn.key) : name
    },
    descriptionOf: ({ description }) => {
      const builtIn = builtInThemes.find((theme) => theme.description === description)
      return builtIn ? t(`${builtIn.key}_text`) : description
    },
  }
}
