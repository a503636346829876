import {
  DEFAULT_NOTICE_HOURS,
  DEFAULT_RHYTHMS,
  type Rhythm,
  notifyKinds,
  rhythms,
} from '../../../../contract/notifications.values.ts'
import type { NotifyKind } from '../../../../contract/preferences.ts'

/** Says when a person wants emails about notices. Hours are whole hours, 0 to 23, of their wall clock. */
export interface NoticeTimes {
  /** IANA name; null for the site's. */
  time_zone: string | null
  /** The hour of what comes daily or weekly. */
  notice_hour: number
  /** No email comes from this hour on; null, or the same hour as `quiet_to`: there is no quiet time. */
  quiet_from: number | null
  /** The hour at which they may come again. */
  quiet_to: number | null
  /** ISO 8601 in UTC: what happens before is only told on the page. */
  paused_until: string | null
}

/** Holds a person’s choices about emails, with the defaults for what they left open. */
export interface NoticeChoices extends NoticeTimes {
  notices: Record<NotifyKind, Rhythm>
}

/** As it is stored: kinds and rhythms of another version may be among it, and a time zone that this machine does not know. */
export type StoredChoices = NoticeTimes & { notices: Record<string, string> }

/** The choices of a person; of somebody who has chosen nothing, when there is no row. */
export function toNoticeChoices(row: StoredChoices | undefined): NoticeChoices {
  const { notices, time_zone, ...hours } = row ?? {
    ...DEFAULT_NOTICE_HOURS,
    notices: {},
    time_zone: null,
    paused_until: null,
  }
  const rhythmOf = (kind: NotifyKind): Rhythm =>
    rhythms.find((rhythm) => rhythm === notices[kind]) ?? DEFAULT_RHYTHMS[kind]
  return {
    notices: Object.fromEntries(notifyKinds.map((kind) => [kind, rhythmOf(kind)])) as Record<NotifyKind, Rhythm>,
    notice_hour: hours.notice_hour,
    quiet_from: hours.quiet_from,
    quiet_to: hours.quiet_to,
    paused_until: hours.paused_until,
    time_zone: time_zone !== null && isTimeZone(time_zone) ? time_zone : null,
  }
}

/** True while the person has paused everything that leaves the site. `at`: ISO 8601 in UTC. */
export const isPaused = ({ paused_until }: Pick<NoticeTimes, 'paused_until'>, at: string): boolean =>
  paused_until !== null && at < paused_until

/** ISO 8601: what comes weekly comes on Sundays. */
const WEEKLY_DAY = 7

const atHour = (day: Temporal.PlainDate, hour: number, timeZone: string): Temporal.ZonedDateTime =>
  day.toZonedDateTime({ timeZone, plainTime: { hour } })

/** The moment itself, or the end of the quiet time in which it lies. */
function afterQuiet(moment: Temporal.ZonedDateTime, { quiet_from, quiet_to }: NoticeTimes): Temporal.ZonedDateTime {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return moment
  const { hour } = moment
  const isQuiet = quiet_from < quiet_to ? hour >= quiet_from && hour < quiet_to : hour >= quiet_from || hour < quiet_to
  if (!isQuiet) return moment
  return atHour(moment.toPlainDate().add({ days: hour < quiet_to ? 0 : 1 }), quiet_to, moment.timeZoneId)
}

/**
 * The first time after the moment at which what comes daily or weekly is due. An hour that the clock skips comes that much later, one
 * that it shows twice comes the first time.
 */
export function nextDigest(
  moment: Temporal.ZonedDateTime,
  { rhythm, weekday = WEEKLY_DAY, hour }: { rhythm: 'daily' | 'weekly'; weekday?: number; hour: number },
): Temporal.ZonedDateTime {
  const step = rhythm === 'daily' ? 1 : 7
  const today = moment.toPlainDate()
  let day = rhythm === 'daily' ? today : today.add({ days: (weekday - today.dayOfWeek) % 7 })
  let due = atHour(day, hour, moment.timeZoneId)
  while (Temporal.ZonedDateTime.compare(due, moment) <= 0) {
    day = day.add({ days: step })
    due = atHour(day, hour, moment.timeZoneId)
  }
  return due
}

/**
 * Returns when the email about a notice is due, as ISO 8601 in UTC; null when there is none. `created_at`: time of the notice. An
 * hour that the clock skips comes that much later, one that it shows twice comes the first time; nothing comes in the quiet time.
 * `site_zone`: for somebody who has chosen no time zone.
 */
export function noticeDueAt(created_at: string, rhythm: Rhythm, times: NoticeTimes, site_zone: string): string | null {
  if (rhythm === 'off') return null
  const moment = Temporal.Instant.from(created_at).toZonedDateTimeISO(times.time_zone ?? site_zone)
  const due = rhythm === 'at_once' ? moment : nextDigest(moment, { rhythm, hour: times.notice_hour })
  return new Date(afterQuiet(due, times).epochMilliseconds).toISOString()
}

/** True for the name of a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch {
    return false
  }
}

/** The day of the wall clock in that zone, yyyy-mm-dd, and the moment at which it began, ISO 8601. */
export function dayIn(time_zone: string, at: Date): { day: string; since: string } {
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone).toPlainDate()
  return { day: day.toString(), since: new Date(day.toZonedDateTime(time_zone).epochMilliseconds).toISOString() }
}
