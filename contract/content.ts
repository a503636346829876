import { z } from 'zod'
import type { Schemas } from './define.ts'
import { flag, language, text, time, uuid, wholeNumber } from './fields.ts'

export const contentTypes = ['guide', 'help', 'legal', 'update', 'notification'] as const
export const ContentType = z.enum(contentTypes)
export type ContentType = z.infer<typeof ContentType>

export const contentStatuses = ['draft', 'published', 'archived'] as const
export const ContentStatus = z.enum(contentStatuses)

export const notificationTypes = ['info', 'warning', 'success', 'announcement'] as const

/** What the specification keeps beside a notification. `auto_hide_delay` is in milliseconds. */
export const Metadata = z.strictObject({
  notification_type: z.enum(notificationTypes).optional(),
  dismissible: z.boolean().optional(),
  auto_hide: z.boolean().optional(),
  auto_hide_delay: z.int().min(1000).max(600_000).optional(),
  /** The one person it is for; everybody when left out. */
  user_id: uuid.nullable().optional(),
  is_read: z.boolean().optional(),
})
export type Metadata = z.infer<typeof Metadata>

/** `content` is Markdown (CommonMark with tables, no HTML). `published` is `status = 'published'`. */
export const ContentItem = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string().nullable(),
  content: z.string(),
  content_type: ContentType,
  status: ContentStatus,
  published: z.boolean(),
  featured: z.boolean(),
  language,
  metadata: Metadata,
  created_at: time,
  updated_at: time,
  published_at: time.nullable(),
})
export type ContentItem = z.infer<typeof ContentItem>

const ContentLink = z.object({ title: z.string(), slug: z.string() })
export type ContentLink = z.infer<typeof ContentLink>

const slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

const writable = {
  title: text({ min: 1, max: 200, lines: false }),
  slug: slug.nullable(),
  content: text({ min: 1, max: 100_000 }),
  content_type: ContentType,
  status: ContentStatus,
  /** The specification's spelling of `status`: true publishes, false makes a draft. `status` wins. */
  published: z.boolean(),
  featured: z.boolean(),
  language,
  metadata: Metadata,
}
export const NewContent = z
  .strictObject(writable)
  .partial()
  .required({ title: true, content: true, content_type: true })
export type NewContent = z.infer<typeof NewContent>
const ContentChange = z
  .strictObject({ ...writable, id: uuid })
  .partial()
  .required({ id: true })

const one = z.strictObject({ id: uuid })

export const content = {
  'content.list': {
    /** Published entries only, whatever is asked. `user_id` must be the caller's own. */
    input: z.strictObject({
      type: ContentType.optional(),
      status: ContentStatus.optional(),
      language: language.optional(),
      user_id: uuid.optional(),
    }),
    output: z.array(ContentItem),
    errors: ['request.forbidden', 'sessions.required'],
  },
  'content.footer': {
    /** In the language where there is such an entry, else in English. */
    input: z.strictObject({ language: language.optional() }),
    output: z.object({
      guide: z.array(ContentLink),
      help: z.array(ContentLink),
      legal: z.array(ContentLink),
      update: z.array(ContentLink),
    }),
    errors: [],
  },
  'content.one': {
    input: z.strictObject({ slug: z.string().max(100), language: language.optional() }),
    output: ContentItem,
    errors: ['content.not_found'],
  },
  'content.update': {
    input: ContentChange,
    output: ContentItem,
    errors: ['content.not_found', 'content.slug_taken', 'content.slug_needed'],
  },
  'content.create': { input: NewContent, output: ContentItem, errors: ['content.slug_taken', 'content.slug_needed'] },
  'content.create_many': {
    input: z.strictObject({ items: z.array(NewContent).min(1).max(100) }),
    output: z.array(ContentItem),
    errors: ['content.slug_taken', 'content.slug_needed'],
  },
  'content.manage_list': {
    input: z.strictObject({
      type: ContentType.optional(),
      status: ContentStatus.optional(),
      language: language.optional(),
      featured: flag.optional(),
      search: z.string().trim().max(200).optional(),
      page: wholeNumber({ min: 0, max: 10_000 }).optional(),
      limit: wholeNumber({ min: 1, max: 100 }).optional(),
    }),
    output: z.object({ items: z.array(ContentItem), page: z.int(), limit: z.int(), total: z.int() }),
    errors: [],
  },
  'content.manage_create': {
    input: NewContent,
    output: ContentItem,
    errors: ['content.slug_taken', 'content.slug_needed'],
  },
  'content.manage_one': { input: one, output: ContentItem, errors: ['content.not_found'] },
  'content.manage_edit': {
    input: ContentChange,
    output: ContentItem,
    errors: ['content.not_found', 'content.slug_taken', 'content.slug_needed'],
  },
  'content.manage_delete': { input: one, output: z.object({ id: z.string() }), errors: ['content.not_found'] },
} satisfies Schemas<'content'>
