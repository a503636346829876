import type { ContentItem } from '../../../contract/content.ts'
import type { Input } from '../../../contract/schemas.ts'
import { slugOf } from './markup.ts'

/** What an editor writes of an entry. */
export type Words = Pick<ContentItem, 'title' | 'content' | 'content_type' | 'language' | 'featured' | 'metadata'> & {
  slug: string
}

export const wordsOf = (item: ContentItem | undefined, language: ContentItem['language']): Words => ({
  title: item?.title ?? '',
  slug: item?.slug ?? '',
  content: item?.content ?? '',
  content_type: item?.content_type ?? 'guide',
  language: item?.language ?? language,
  featured: item?.featured ?? false,
  metadata: item?.metadata ?? {},
})

export const isPage = ({ content_type }: Words): boolean => content_type !== 'notification'

/** The address that a page will have. */
export const addressOfWords = ({ slug, title }: Words): string => slug || slugOf(title)

export function inputOf(words: Words, status: ContentItem['status']): Input<'content.manage_create'> {
  const { metadata, slug: _slug, ...rest } = words
  // What the server adds for the reader is not part of what is written.
  const { is_read: _, user_id: __, ...banner } = metadata
  return {
    ...rest,
    slug: isPage(words) ? addressOfWords(words) || null : null,
    status,
    metadata: isPage(words) ? {} : banner,
  }
}

/** Of everything beside title and text: mine where I changed it, else theirs. */
export function togetherWith(base: Words, mine: Words, theirs: Words): Words {
  const pick = <Key extends keyof Words>(key: Key): Words[Key] =>
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
