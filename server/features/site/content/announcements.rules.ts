import type { Announcement } from '../../../../contract/announcements.ts'
import { announcementStates } from '../../../../contract/content.values.ts'
import type { ContentItem } from '../../../../contract/content.ts'
import type { Language } from '../../../../contract/fields.ts'

type Text = Pick<ContentItem, 'slug' | 'language' | 'created_at'>

/** The texts of each announcement: those with the same slug are one in several languages. */
export const groupTexts = <Item extends Pick<ContentItem, 'slug'>>(items: Item[]): Item[][] => [
  ...Map.groupBy(items, ({ slug, ...other }) => slug ?? other).values(),
]

/** The texts of an announcement, the one that a reader gets first: in the first of the languages, else the oldest. */
export function sortTexts<Item extends Text>(texts: Item[], languages: Language[]): Item[] {
  const distance = ({ language }: Item): number => [...languages, language].indexOf(language)
  return texts.toSorted(
    (one, other) => distance(one) - distance(other) || one.created_at.localeCompare(other.created_at),
  )
}

/**
 * Returns one text of each announcement: in the language of the reader, else in the first of the site, else in English, else in the
 * one that was written first.
 */
export const chooseTexts = <Item extends Text>(items: Item[], language: Language, first_language: Language): Item[] =>
  groupTexts(items).flatMap((texts) => sortTexts(texts, [language, first_language, 'en']).slice(0, 1))

/** The minute that a time has in a time zone, and back. */
export const toMinute = (time: string | null, zone: string): string | null =>
  time === null
    ? null
    : Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })
const toTime = (minute: string, zone: string): string =>
  Temporal.PlainDateTime.from(minute).toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 })

/** The time of a minute; the one from before, to the second, where its minute is the same. */
export const changedTime = (minute: string | null, before: string | null, zone: string): string | null =>
  minute === null ? null : minute === toMinute(before, zone) ? before : toTime(minute, zone)

/** Returns when one of the texts last changed; undefined without texts. */
export const lastChange = (texts: Pick<ContentItem, 'updated_at'>[]): string | undefined =>
  texts
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1)

function stateOf(
  texts: ContentItem[],
  { shown_from, shown_until }: ContentItem['metadata'],
  now: string,
): Announcement['state'] {
  if (!texts.some(({ status }) => status === 'published')) return 'draft'
  if (shown_until && shown_until <= now) return 'over'
  return shown_from && shown_from > now ? 'planned' : 'shown'
}

/** An announcement for administrators, from its texts, of which there is one at least. */
export function toAnnouncement(
  texts: ContentItem[],
  { first_language, zone, now }: { first_language: Language; zone: string; now: string },
): Announcement {
  const sorted = sortTexts(texts, [first_language, 'en'])
  const [first] = sorted
  if (!first) throw new Error('An announcement has a text.')
  const { metadata } = first
  return {
    id: first.id,
    notification_type: metadata.notification_type ?? 'announcement',
    audience: metadata.audience ?? 'everybody',
    shown_from: toMinute(metadata.shown_from ?? null, zone),
    shown_until: toMinute(metadata.shown_until ?? null, zone),
    state: stateOf(sorted, metadata, now),
    is_for_one: (metadata.user_id ?? null) !== null,
    texts: sorted.map(({ id, language, title, content }) => ({ id, language, title, content })),
    changed_at: lastChange(sorted) ?? first.updated_at,
  }
}

/** Sorts by what is shown, then planned, drafts, and over; the newest of each comes first. */
export const sortAnnouncements = (items: Announcement[]): Announcement[] =>
  items.toSorted(
    (one, other) =>
      announcementStates.indexOf(one.state) - announcementStates.indexOf(other.state) ||
      other.changed_at.localeCompare(one.changed_at),
  )
