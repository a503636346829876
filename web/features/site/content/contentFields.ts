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

/** Merges all fields except title and text: mine where I changed it, else theirs. */
export function mergeFields(base: ContentFields, mine: ContentFields, theirs: ContentFields): ContentFields {
  const pick = <Key extends keyof ContentFields>(key: Key): ContentFields[Key] =>
    JSON.stringify(mine[key]) === JSON.stringify(base[key]) ? theirs[key] : mine[key]
  return {
    title: mine.title,
    content: mine.content,
    slug: pick('slug'),
    content_type: pick('content_type'),
    language: pick('language'),
    featured: pick('featured'),
    metadata: pick('metadata'),
  }
}
