import { z } from 'zod'
import { LAST_PAGE } from './feed.values.ts'
import { removeInvisible } from './lines.ts'
import { cleanPasted, findUnreadable } from './pasted.ts'

/** Counts code points, which people see as characters; `String.length` counts an emoji twice. */
export function codePoints(value: string): number {
  let count = 0
  for (let index = 0; index < value.length; index += 1) {
    if ((value.codePointAt(index) ?? 0) > 0xff_ff) index += 1
    count += 1
  }
  return count
}

// White space, zero-width characters, bidirectional controls and other invisible characters, which alone do not make a
// text.
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu
/** UTF-16 units of a text that may be taken away, beside ten times its length. */
const MAX_PADDING = 10_000

/** `server/http/errors.ts` recognizes the `unreadable` issue by this message. */
export const UNREADABLE = 'unreadable'

/**
 * A text written by a person: cleaned of what pasting brings along (`cleanPasted`), trimmed, NFC. Lengths are in code points
 * and count visible characters, so a text of spaces or zero-width characters is too short. Names and other single lines
 * (`lines: false`) lose characters that nobody sees: see `removeInvisible`.
 */
export function text({ min, max, lines = true }: { min: number; max: number; lines?: boolean }) {
  return z
    .string()
    .superRefine((value, context) => {
      // Spaces and invisible characters around a text do not count, but taking them away takes time.
      if (value.length > MAX_PADDING + 10 * max) {
        context.addIssue({ code: 'too_big', origin: 'string', maximum: max, input: value, continue: false })
      }
    })
    .transform((value) => (lines ? cleanPasted(value, { lines }) : removeInvisible(cleanPasted(value, { lines }))))
    .superRefine((value, context) => {
      if (findUnreadable(value)) context.addIssue({ code: 'custom', message: UNREADABLE, continue: false })
    })
    .transform((value) => value.normalize('NFC').trim())
    .superRefine((value, context) => {
      if (codePoints(value.replace(invisible, '')) < min) {
        context.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: value })
      } else if (codePoints(value) > max) {
        context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
      }
    })
}

/** A text that may be left out; a blank one is as if it were. */
export const optionalText = (bounds: Parameters<typeof text>[0]) =>
  z
    .union([
      z
        .string()
        .regex(/^\s*$/)
        .transform(() => undefined),
      text(bounds),
    ])
    .optional()

/** 8-4-4-4-12 hex digits in any case; stored and compared in lower case. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  .transform((value) => value.toLowerCase())

/** An id, or what was read of the thing or person, of which the id counts. */
export const uuidOf = z.union([uuid, z.object({ id: uuid }).transform(({ id }) => id)])

/** The input of an endpoint that needs an id and nothing else. */
export const byId = z.strictObject({ id: uuid })
/** The output of an endpoint that says which thing it has changed, and nothing else. */
export const idOnly = z.object({ id: z.string() })

/** Null, as an entity reads, is as good as left out. */
export const optionalUuid = uuid
  .nullish()
  .transform((id) => id ?? undefined)
  .optional()

/** ISO 8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 })

/** True for a time that both engines give back: offsets of zones had seconds before, and PostgreSQL has no year 0. */
export const isKeepable = (at: string): boolean => at >= '1970'
/** A time that somebody names. */
export const namedTime = time.refine(isKeepable)

/** A whole number that may be text, because query strings contain only text. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .union([z.int(), z.string().regex(/^\d{1,15}$/)])
    .transform(Number)
    .pipe(z.int().min(min).max(max))

/** A boolean that may be text. Rejects other values. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1')

/** Several ids, as an array or, in a query string, separated by commas. */
export const uuids = ({ max }: { max: number }) =>
  z
    .union([
      z.array(z.string()),
      z
        .string()
        .max(40 * max)
        .transform((value) => value.split(',').filter(Boolean)),
    ])
    .pipe(z.array(uuid).max(max))
    .transform((ids) => [...new Set(ids)])

/** A theme, by its id or its name. */
export const themeChoice = z.string().trim().min(1).max(100)

/** `#rrggbb` */
export const color = z.string().regex(/^#[0-9a-f]{6}$/i)

export const languages = ['en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt'] as const
export const language = z.enum(languages)
export type Language = z.infer<typeof language>

// Control characters other than tab and line breaks, and lone surrogates, which the engines store differently.
const notStorable = /[^\P{Cc}\t\n\r]|\p{Cs}/u

/**
 * True for a value of JSON that both engines store as it is: finite numbers, texts that can be read, and lists and
 * objects that lie at most `depth` deep in one another.
 */
export function isPlainJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !notStorable.test(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return value === null || typeof value === 'boolean'
  return (
    depth > 0 && Object.entries(value).every(([name, part]) => isPlainJson(name, 0) && isPlainJson(part, depth - 1))
  )
}

/** Which page of a list, from 0, and how many items a page has. */
export const paging = {
  page: wholeNumber({ min: 0, max: LAST_PAGE }).optional(),
  pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
}
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), page: z.int(), pageSize: z.int(), has_more: z.boolean() })

const MAX_ZONE_LENGTH = 64

const MAX_ADDRESS_LENGTH = 300

/** The address of a site as people type it, with or without `https://` and a slash at its end. Becomes an origin. */
export const siteAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS_LENGTH)
  .transform((typed) => (/^https?:\/\//i.test(typed) ? typed : `https://${typed}`))
  .refine((address) => {
    if (!URL.canParse(address)) return false
    const { pathname, search, hash, username, password, hostname } = new URL(address)
    return `${search}${hash}${username}${password}` === '' && /^\/*$/.test(pathname) && /[\w\]]$/.test(hostname)
  })
  .transform((address) => new URL(address).origin)

/** An IANA name, such as Europe/Berlin. */
export const timeZone = z
  .string()
  .max(MAX_ZONE_LENGTH)
  .refine((name) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  })
