import { z } from 'zod'
import type { EndpointSchemas, Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import {
  flag,
  byId,
  idOnly,
  isKeepable,
  isPlainJson,
  language,
  namedTime,
  paging,
  text,
  time,
  uuid,
  wholeNumber,
} from './fields.ts'
import {
  contentTypes,
  contentStatuses,
  notificationTypes,
  audiences,
  bulkActs,
  MAX_PAGE_TITLE_LENGTH,
  MAX_SLUG_LENGTH,
  MAX_PAGE_LENGTH,
  MAX_METADATA_BYTES,
  MAX_METADATA_MEMBERS,
  METADATA_DEPTH,
} from './content.values.ts'

export const ContentType = z.enum(contentTypes)
export type ContentType = z.infer<typeof ContentType>

export const ContentStatus = z.enum(contentStatuses)

const metadata = {
  notification_type: z.enum(notificationTypes).optional(),
  dismissible: z.boolean().optional(),
  auto_hide: z.boolean().optional(),
  auto_hide_delay: z.int().min(1000).max(600_000).optional(),
  /** The only person who sees it; everybody when left out. */
  user_id: uuid.nullable().optional(),
  is_read: z.boolean().optional(),
  /** Audience: `members` are all who are signed in, `staff` the care team, moderators and administrators. */
  audience: z.enum(audiences).optional(),
  /** Shown from the first time until before the second. Null: from publication, without an end. */
  shown_from: time.nullable().optional(),
  shown_until: time.nullable().optional(),
}
/**
 * Further fields of an entry: those of a notification, and any others that its editors keep with it. Who may read the entry
 * reads all of them. `auto_hide_delay` is in milliseconds.
 */
export const Metadata = z.object(metadata).catchall(z.unknown())
export type Metadata = z.infer<typeof Metadata>

/** True when metadata holds few enough members, of plain JSON that is neither large nor deeply nested. */
export const fitsMetadata = (value: Metadata): boolean =>
  Object.keys(value).length <= MAX_METADATA_MEMBERS &&
  isPlainJson(value, METADATA_DEPTH) &&
  new TextEncoder().encode(JSON.stringify(value)).length <= MAX_METADATA_BYTES

/** As it is written: null removes a field of the editors' own. */
const MetadataInput = entityBody(Metadata, Metadata)
  .refine(fitsMetadata)
  .refine(({ shown_from, shown_until }) => [shown_from ?? [], shown_until ?? []].flat().every(isKeepable))

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

/** `language` is the language of the title. */
const ContentLink = z.object({ title: z.string(), slug: z.string(), language })
export type ContentLink = z.infer<typeof ContentLink>

const slug = z
  .string()
  .max(MAX_SLUG_LENGTH)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  // `GET /api/content/footer` is another endpoint.
  .refine((value) => value !== 'footer')

const writable = {
  title: text({ min: 1, max: MAX_PAGE_TITLE_LENGTH, lines: false }),
  slug: slug.nullable(),
  content: text({ min: 1, max: MAX_PAGE_LENGTH }),
  content_type: ContentType,
  status: ContentStatus,
  /** Alternative spelling of `status`: true publishes, false makes a draft. In a new entry `status` takes precedence. */
  published: z.boolean(),
  featured: z.boolean(),
  language,
  metadata: MetadataInput,
}
export const NewContent = entityBody(
  z.object(writable).partial().required({ title: true, content: true, content_type: true }),
  ContentItem,
)
export type NewContent = z.infer<typeof NewContent>

/**
 * The `updated_at` of the edited version: when somebody has saved since, the change is refused instead of overwriting
 * theirs.
 */
const based = { updated_at: time.optional() }
/** Nothing is written when all of it is as it was. Of `status` and `published`, the one that differs counts. */
const BasedChange = entityBody(
  z
    .object({ ...writable, id: uuid })
    .partial()
    .required({ id: true })
    .extend(based),
  ContentItem,
)

/** Unsaved text of an editor: any field may be incomplete. */
export const DraftText = z.strictObject({
  title: z.string().max(MAX_PAGE_TITLE_LENGTH),
  slug: z.string().max(MAX_SLUG_LENGTH),
  content: z.string().max(MAX_PAGE_LENGTH),
  content_type: ContentType,
  language,
  featured: z.boolean(),
  metadata: Metadata.refine(fitsMetadata),
})
/** `based_on` is the `updated_at` of the entry when editing began; null for a page that was never saved. */
export const Draft = z.object({ words: DraftText, based_on: time.nullable(), updated_at: time })
export type Draft = z.infer<typeof Draft>

/** A replaced text, with its editor (null: the account was deleted) and its time. */
const Version = z.object({ id: z.string(), title: z.string(), edited_by: z.string().nullable(), created_at: time })
export type Version = z.infer<typeof Version>
const ContentVersion = Version.extend({ content: z.string() })
export type ContentVersion = z.infer<typeof ContentVersion>

const place = { content_id: uuid.nullable().optional() }

const create = {
  input: NewContent,
  output: ContentItem,
  errors: ['content.slug_taken', 'content.slug_needed', 'content.ends_too_soon', 'users.not_found'],
} satisfies EndpointSchemas
const edit = {
  input: BasedChange,
  output: ContentItem,
  errors: [
    'content.not_found',
    'content.slug_taken',
    'content.slug_needed',
    'content.changed',
    'content.ends_too_soon',
    'users.not_found',
  ],
} satisfies EndpointSchemas

export const content = {
  'content.list': {
    /** Returns published entries only, whatever the filter. `user_id` must be the caller's own. */
    input: z.strictObject({
      type: ContentType.optional(),
      status: ContentStatus.optional(),
      language: language.optional(),
      user_id: uuid.optional(),
      /** Five hundred entries each, the newest first: a full page may have another after it. */
      page: paging.page,
    }),
    output: z.array(ContentItem),
    errors: ['request.forbidden', 'sessions.required'],
  },
  'content.footer': {
    /** Returns each entry in the language, else in English. */
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
    input: z.strictObject({ slug: z.string().max(MAX_SLUG_LENGTH), language: language.optional() }),
    output: ContentItem,
    errors: ['content.not_found'],
  },
  'content.update': edit,
  'content.create': create,
  'content.create_many': {
    input: z.strictObject({ items: z.array(NewContent).min(1).max(100) }),
    output: z.array(ContentItem),
    errors: ['content.slug_taken', 'content.slug_needed', 'content.ends_too_soon', 'users.not_found'],
  },
  'content.manage_list': {
    input: z.strictObject({
      type: ContentType.optional(),
      status: ContentStatus.optional(),
      language: language.optional(),
      featured: flag.optional(),
      search: z.string().trim().max(200).optional(),
      page: paging.page,
      limit: wholeNumber({ min: 1, max: 100 }).optional(),
    }),
    output: z.object({ items: z.array(ContentItem), page: z.int(), limit: z.int(), total: z.int() }),
    errors: [],
  },
  'content.manage_create': create,
  'content.manage_one': { input: byId, output: ContentItem, errors: ['content.not_found'] },
  'content.manage_edit': edit,
  'content.manage_delete': { input: byId, output: idOnly, errors: ['content.not_found'] },
  /** Changes all of them or none. Unpublished entries become drafts. */
  'content.manage_many': {
    input: z.strictObject({ ids: z.array(uuid).min(1).max(100), act: z.enum(bulkActs) }),
    output: z.object({ ids: z.array(z.string()) }),
    errors: ['content.not_found', 'content.slug_needed', 'content.changed'],
  },
  'content.versions': {
    input: z.strictObject({ id: uuid, page: paging.page }),
    output: z.array(Version),
    errors: ['content.not_found'],
  },
  'content.version': {
    input: z.strictObject({ id: uuid, version_id: uuid }),
    output: ContentVersion,
    errors: ['content.not_found', 'content.no_version'],
  },
  /** Restores title and text of a version. The replaced text becomes a version itself. */
  'content.restore': {
    input: z.strictObject({ id: uuid, version_id: uuid, ...based }),
    output: ContentItem,
    errors: ['content.not_found', 'content.no_version', 'content.changed'],
  },
  /** The caller's own draft. `content_id` is left out for a page that was never saved. */
  'content.draft': {
    input: z.strictObject(place),
    output: z.object({ draft: Draft.nullable() }),
    errors: ['content.not_found'],
  },
  'content.keep_draft': {
    input: z.strictObject({ ...place, words: DraftText, based_on: namedTime.nullable() }),
    output: z.object({ updated_at: time }),
    errors: ['content.not_found'],
  },
  'content.forget_draft': {
    input: z.strictObject(place),
    output: z.object({ forgotten: z.boolean() }),
    errors: ['content.not_found'],
  },
} satisfies Schemas<'content'>
