import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { flag, byId, language, optionalText, pageOf, paging, text, time, uuid, uuids, wholeNumber } from './fields.ts'
import { lines } from './prayer-lines.ts'
import { Person } from './users.ts'
import {
  visibilities,
  statuses,
  outcomes,
  heldReasons,
  alertKinds,
  reactionTypes,
  publications,
  MIN_CONTENT_LENGTH,
  MAX_CONTENT_LENGTH,
  MAX_DELETION_REASON_LENGTH,
  MAX_GROUPS,
  prayerFlags,
  prayerLines,
  noPrayer,
} from './prayers.values.ts'
import { views, MAX_SEARCH_LENGTH } from './feed.values.ts'
import { MAX_CATEGORIES } from './classifications.values.ts'

export const Visibility = z.enum(visibilities)
export type Visibility = z.infer<typeof Visibility>

export const PrayerStatus = z.enum(statuses)
export type PrayerStatus = z.infer<typeof PrayerStatus>

export const Outcome = z.enum(outcomes)
export type Outcome = z.infer<typeof Outcome>

export const HeldReason = z.enum(heldReasons)
export type HeldReason = z.infer<typeof HeldReason>

export const AlertKind = z.enum(alertKinds)
export type AlertKind = z.infer<typeof AlertKind>

export const ReactionType = z.enum(reactionTypes)
export type ReactionType = z.infer<typeof ReactionType>

/** Number of reactions of each kind, and the ids of the reader's own, by which they are deleted. */
const reacted = {
  reactions: z.partialRecord(ReactionType, z.int()),
  my_reactions: z.partialRecord(ReactionType, z.string()),
}

/** `confidence` is the classifier's, 0–1; null on a link created by a person. */
export const PrayerCategory = z.object({
  id: z.string(),
  name: z.string(),
  is_machine_generated: z.boolean(),
  confidence: z.number().nullable(),
})

const mapFields = <Fields extends object, Schema>(fields: Fields, toSchema: (value: Fields[keyof Fields]) => Schema) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toSchema(value)])) as Record<
    keyof Fields,
    Schema
  >
const flags = mapFields(prayerFlags, () => z.boolean())
/** See `prayerFlags` and `prayerLines`. */
export const plainFields = { ...mapFields(prayerLines, () => z.string().nullable()), ...flags }

/**
 * `author` is null when the request is anonymous or its account was deleted; for others, times of an anonymous request
 * are rounded down to the hour.
 */
export const Prayer = z.object({
  id: z.string(),
  author: Person.nullable(),
  /**
   * `shows_pray_count`: whether the author shows others how many prayed. `takes_lines`: whether the reader may leave a line;
   * for the author, whether this request takes any.
   */
  ...plainFields,
  content: z.string(),
  language: language.nullable(),
  is_anonymous: z.boolean(),
  is_mine: z.boolean(),
  visibility: Visibility,
  group_id: z.string().nullable(),
  group_name: z.string().nullable(),
  status: PrayerStatus,
  categories: z.array(PrayerCategory),
  /**
   * Number of distinct people, including the reader. Null where the site, the author or the reader has chosen to hide
   * it; the author always sees it.
   */
  pray_count: z.int().nullable(),
  has_prayed: z.boolean(),
  is_following: z.boolean(),
  ...reacted,
  update_count: z.int(),
  /**
   * Holds what the author wrote last, for lists: the newest update, or the one that told of the answer. Null without
   * one.
   */
  latest_update: z
    .object({
      id: z.string(),
      content: z.string(),
      status: PrayerStatus.nullable(),
      language: language.nullable(),
      created_at: time,
    })
    .nullable(),
  created_at: time,
  updated_at: time,
  answered_at: time.nullable(),
  expires_at: time.nullable(),
  /**
   * Real values for the author only; for others always `published`, null and null, because they read no other requests.
   */
  publication: z.enum(publications),
  held_reason: HeldReason.nullable(),
  alert: AlertKind.nullable(),
  /** Actions that the reader may take: pages show or hide buttons accordingly. */
  may: z.object({ edit: z.boolean(), delete: z.boolean(), categorize: z.boolean() }),
})
export type Prayer = z.infer<typeof Prayer>

export const PrayerUpdate = z.object({
  id: z.string(),
  prayer_request_id: z.string(),
  content: z.string(),
  status: PrayerStatus.nullable(),
  language: language.nullable(),
  /** True when it waits for review and only its author sees it. */
  is_held: z.boolean(),
  ...reacted,
  created_at: time,
  /** Time of its last change, for its author; null for everyone else. */
  updated_at: time.nullable(),
})
export type PrayerUpdate = z.infer<typeof PrayerUpdate>

/** A request as its author has just written it. */
const WrittenPrayer = Prayer.extend({
  /** For the author of a request that is perhaps about danger: their page says where help is. False for everybody else. */
  offers_help: z.boolean(),
  /** For its author: whether the emails of its group may hold it. False for everybody else. */
  in_summary: z.boolean(),
})
export type WrittenPrayer = z.infer<typeof WrittenPrayer>

/** A request on its own page, with its updates, newest first. */
export const PrayerDetail = WrittenPrayer.extend({ updates: z.array(PrayerUpdate) })
export type PrayerDetail = z.infer<typeof PrayerDetail>

/** The links between requests and categories. */
export const PrayerCategoryLink = z.object({
  prayer_request_id: z.string(),
  category_id: z.string(),
  is_machine_generated: z.boolean(),
  confidence: z.number().nullable(),
})

const line = (max: number) =>
  z.union([z.literal('').transform(() => null), text({ min: 1, max, lines: false })]).nullable()
const writable = {
  ...mapFields(prayerLines, line),
  ...flags,
  content: text({ min: MIN_CONTENT_LENGTH, max: MAX_CONTENT_LENGTH }),
  language: language.nullable(),
  is_anonymous: z.boolean(),
  visibility: Visibility,
  group_id: uuid.nullable(),
  /** True: the emails of its group may hold it, where the group's owner has chosen so by then. Without it no words leave. */
  in_summary: z.boolean(),
  /** The last millisecond of a day in UTC names that day, and its author is asked on its evening; any other is a time. */
  expires_at: time.nullable(),
}
/** The categories chosen by the author, the main one first; the classifier then skips the request. */
const categoryIds = uuids({ max: MAX_CATEGORIES })
/** The same as a request has them: with their ids, or the ids alone. `categoryIds` takes precedence. */
const categories = z
  .array(z.union([uuid, z.object({ id: uuid }).transform(({ id }) => id)]))
  .max(MAX_CATEGORIES)
  .transform((ids) => [...new Set(ids)])
export const NewPrayer = z
  .object({ ...writable, categoryIds, categories })
  .partial()
  .required({ content: true })
export type NewPrayer = z.infer<typeof NewPrayer>

const feed = {
  ...paging,
  page: wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional(),
  cursor: z.string().max(400).optional(),
  /** `newest`; `waiting`: fewest people have prayed first; `answered`: newest answer first. */
  view: z.enum(views).optional(),
  /**
   * Words that title and text must all contain, with any accents and case. The order is then newest first, and requests with
   * `is_guarded` are left out, but with `mine`.
   */
  search: optionalText({ min: 1, max: MAX_SEARCH_LENGTH, lines: false }),
}
export const PrayerPage = pageOf(Prayer).extend({
  next_cursor: z.string().nullable(),
})
export type PrayerPage = z.infer<typeof PrayerPage>

const { page, pageSize, cursor, view } = feed
const reason = optionalText({ min: 1, max: MAX_DELETION_REASON_LENGTH })
const following = z.object({ is_following: z.boolean() })

const notShared = [
  'emails.not_verified',
  'prayers.too_many_this_hour',
  'groups.not_found',
  'groups.leaders_only',
  'categories.not_found',
] as const

export const prayers = {
  'prayers.list': {
    input: z.strictObject({
      ...feed,
      category_id: uuid.optional(),
      /** Only narrows the result: a visitor never sees group requests, with or without it. */
      exclude_group_prayers: flag.optional(),
      /** Returns only the reader's own. */
      mine: flag.optional(),
      /** Returns only those that the reader follows. */
      following: flag.optional(),
    }),
    output: PrayerPage,
    errors: ['prayers.too_deep'],
  },
  'prayers.in_category': {
    input: z.strictObject({ id: uuid, ...feed }),
    output: PrayerPage,
    errors: ['categories.not_found', 'prayers.too_deep'],
  },
  'prayers.create': {
    /**
     * `group_ids`, with the audience `group`: creates one request in each of these groups, in all of them or in none.
     */
    input: entityBody(
      NewPrayer.extend({
        group_ids: uuids({ max: MAX_GROUPS })
          .refine((ids) => ids.length > 0)
          .optional(),
      }),
      WrittenPrayer,
    ),
    /** With `group_ids`: the request in the first group, and the ids of the others. */
    output: WrittenPrayer.extend({ other_ids: z.array(z.string()).optional() }),
    errors: notShared,
  },
  /** Requests of the groups that the reader belongs to, newest first. */
  'prayers.of_groups': { input: z.strictObject({ pageSize, cursor }), output: PrayerPage, errors: [] },
  'prayers.in_group': {
    input: z.strictObject({ id: uuid, page, pageSize, cursor, view }),
    output: PrayerPage,
    errors: ['groups.not_found', 'prayers.too_deep'],
  },
  /** The group in the path takes precedence over the body. */
  'prayers.create_in_group': {
    input: entityBody(NewPrayer.extend({ id: uuid }), Prayer),
    output: Prayer,
    errors: notShared,
  },
  /**
   * Removes the request from the group; then only its author can read it. `reason` is an administrator's, for the audit
   * log.
   */
  'prayers.delete_from_group': {
    input: z.strictObject({ id: uuid, prayerId: uuid, reason }),
    output: z.object({ id: z.string() }),
    errors: ['groups.not_found', 'prayers.not_found', 'request.forbidden'],
  },
  'prayers.one': { input: byId, output: PrayerDetail, errors: noPrayer },
  'prayers.edit': {
    /** Nothing is written, and nobody is told, when all of it is as it was. */
    input: entityBody(
      z
        .object({
          ...writable,
          categoryIds,
          /** Left alone while they are those of the request; otherwise as `categoryIds`. */
          categories,
          /** One of the outcomes, or the status that the request has. */
          status: PrayerStatus,
          id: uuid,
          /** The `updated_at` of the edited version: when it was saved since, the change is refused instead of overwriting it. */
          updated_at: time,
        })
        .partial()
        .required({ id: true }),
      PrayerDetail,
    ),
    output: WrittenPrayer,
    errors: [
      ...noPrayer,
      'prayers.changed',
      'request.forbidden',
      'request.too_many',
      'groups.not_found',
      'groups.leaders_only',
      'categories.not_found',
    ],
  },
  'prayers.delete': {
    /** `reason` is a moderator's, for the audit log and the decision that their deletion is. */
    input: z.strictObject({ id: uuid, reason }),
    output: z.object({ id: z.string() }),
    errors: [...noPrayer, 'request.forbidden'],
  },
  'prayers.delete_batch': {
    /** Deletes all of them or none: a request that the caller may not delete is treated as not found. */
    input: z.strictObject({ ids: uuids({ max: 100 }).refine((ids) => ids.length > 0), reason }),
    output: z.object({ ids: z.array(z.string()) }),
    errors: noPrayer,
  },
  'prayers.pray': {
    input: byId,
    /** `next_at`: when praying again counts as a new prayer. */
    output: z.object({ pray_count: z.int().nullable(), has_prayed: z.boolean(), next_at: time }),
    errors: [...noPrayer, 'request.too_many'],
  },
  'prayers.unpray': {
    input: byId,
    /** Undoes a first prayer within a minute, as if it had not been recorded. */
    output: z.object({ pray_count: z.int().nullable(), has_prayed: z.boolean() }),
    errors: [...noPrayer, 'prayers.undo_too_late'],
  },
  'prayers.follow': { input: byId, output: following, errors: noPrayer },
  'prayers.unfollow': { input: byId, output: following, errors: noPrayer },
  /** Earlier texts of a request that moderators may read, latest first: those that they could have read at the time. */
  'prayers.edits': {
    input: z.strictObject({ id: uuid, page: paging.page }),
    output: z.array(z.object({ id: z.string(), title: z.string().nullable(), content: z.string(), created_at: time })),
    errors: noPrayer,
  },
  'prayers.updates': { input: byId, output: z.array(PrayerUpdate), errors: noPrayer },
  ...lines,
  'prayers.categories': { input: byId, output: z.array(PrayerCategoryLink), errors: noPrayer },
  'prayers.categories_of': {
    /**
     * `ids`: comma-separated, at most 100. Leaves out requests that the reader may not see. Without ids: a page of the
     * links of all requests that the reader may see, in no meaningful order.
     */
    input: z.strictObject({
      ids: z
        .string()
        .max(4000)
        .transform((value) => value.split(',').filter(Boolean))
        .pipe(z.array(uuid).max(100))
        .optional(),
      ...paging,
    }),
    output: z.array(PrayerCategoryLink),
    errors: ['prayers.invalid_id'],
  },
} satisfies Schemas<'prayers'>
