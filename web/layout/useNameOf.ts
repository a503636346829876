import { useLocale } from 'use-intl'
import { nameFor } from '../../contract/languages.ts'

/** Returns how people are called on the page: who has given no name, in the words of the reader. */
export function useNameOf(): (display_name: string) => string {
  const locale = useLocale()
  return (display_name) => nameFor(display_name, locale)
}
