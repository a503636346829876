import type { ContentItem } from '../../../../contract/content.ts'
import type { Language } from '../../../../contract/fields.ts'

type Announcement = Pick<ContentItem, 'slug' | 'language'> & { metadata: Pick<ContentItem['metadata'], 'is_read'> }

/**
 * Returns what a reader of the language has not read. Announcements with the same slug are one in several languages: the
 * reader gets it in their language, else in English, else in any, and has read it when they have read it in one of them.
 */
export function chooseUnread<Item extends Announcement>(items: Item[], language: Language): Item[] {
  const distance = (item: Item): number => [language, 'en'].indexOf(item.language) + 1 || 3
  const bySlug = Map.groupBy(items, ({ slug, ...other }) => slug ?? other)
  return [...bySlug.values()].flatMap((translations) => {
    if (translations.some(({ metadata }) => metadata.is_read === true)) return []
    return translations.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1)
  })
}
