import type { ContentItem } from '../../../../contract/content.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { slugify } from './markup.ts'

/** Fields of a content item that an editor can change. */
export type ContentFields = Pick<
  ContentItem,
  'title' | 'content' | 'content_type' | 'language' | 'featured' | 'metadata'
> & {
  slug: string
}

export const toContentFields = (item: ContentItem | undefined, language: ContentItem['language']): ContentFields => ({
  title: item?.title ?? '',
  slug: item?.slug ?? '',
  content: item?.content ?? '',
  content_type: item?.content_type ?? 'guide',
  language: item?.language ?? language,
  featured: item?.featured ?? false,
  metadata: item?.metadata ?? {},
})

/** Returns the slug that a page will have. */
export const slugFor = ({ slug, title }: ContentFields): string => slug || slugify(title)

export function toInput(words: ContentFields, status: ContentItem['status']): Input<'content.manage_create'> {
  return { ...words, slug: slugFor(words) || null, status, metadata: {} }
}

/** Returns each member as it is in `mine` where it was changed there since `base`, and as in `theirs` where it was not. */
export function mergeParts<Whole extends object>(base: Whole, mine: Whole, theirs: Whole): Whole {
  const textOf = (whole: Whole, key: string) => JSON.stringify(whole[key as keyof Whole])
  const changed = Object.entries(mine).filter(([key]) => textOf(mine, key) !== textOf(base, key))
  return { ...theirs, ...Object.fromEntries(changed) }
}
