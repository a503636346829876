import { useTranslations } from 'use-intl'
import { builtInThemes } from '../../../../contract/themes.values.ts'

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
