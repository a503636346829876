/** The longest line of a calendar, in bytes, without its end (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75

/** A text as the value of a property (RFC 5545, 3.3.11). Control characters, which it may not hold, are left out. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

/** Breaks a line where it gets too long, never within a character; what follows begins with a space. */
export function foldLine(line: string): string {
  let folded = ''
  let length = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (length + bytes > MAX_LINE_BYTES) {
      folded += '\r\n '
      length = 1
    }
    folded += character
    length += bytes
  }
  return folded
}

/** One entry of a calendar. `starts`: a whole day, a time of a wall clock with its zone, or a moment. */
export interface CalendarEvent {
  id: string
  title: string
  url: string
  starts: Temporal.PlainDate | Temporal.ZonedDateTime | Temporal.Instant
  /** As `FREQ=DAILY`; null: it comes once. */
  rule: string | null
}

const compact = (text: string): string => text.replaceAll(/[-:]/g, '')
const toUtc = (at: Temporal.Instant): string => compact(at.toString({ smallestUnit: 'second' }))

function startLine(starts: CalendarEvent['starts']): string {
  if (starts instanceof Temporal.PlainDate) return `DTSTART;VALUE=DATE:${compact(starts.toString())}`
  if (starts instanceof Temporal.Instant) return `DTSTART:${toUtc(starts)}`
  const { timeZoneId } = starts
  return `DTSTART;TZID=${timeZoneId}:${compact(starts.toPlainDateTime().toString({ smallestUnit: 'second' }))}`
}

const FROM_THE_FIRST = 'DTSTART:19700101T000000'
const offsetOf = (moment: Temporal.ZonedDateTime): string => moment.offset.replaceAll(':', '')

/** From `start` on, the zone is so far from UTC. */
const zonePart = (start: string, before: string, after: string): string[] => [
  'BEGIN:STANDARD',
  start,
  `TZOFFSETFROM:${before}`,
  `TZOFFSETTO:${after}`,
  'END:STANDARD',
]

/** How a zone differs from UTC from the moment on: now, and after each of the changes of the next years. */
function zoneLines(timeZone: string, from: Temporal.Instant): string[] {
  const YEARS = 3
  let moment = from.toZonedDateTimeISO(timeZone)
  const end = moment.add({ years: YEARS })
  const lines = ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...zonePart(FROM_THE_FIRST, offsetOf(moment), offsetOf(moment))]
  for (;;) {
    const next = moment.getTimeZoneTransition('next')
    if (next === null || Temporal.ZonedDateTime.compare(next, end) > 0) break
    const before = next.subtract({ nanoseconds: 1 })
    // By the clock that is put forward or back.
    const start = next.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
    lines.push(
      ...zonePart(`DTSTART:${compact(start.toString({ smallestUnit: 'second' }))}`, offsetOf(before), offsetOf(next)),
    )
    moment = next
  }
  return [...lines, 'END:VTIMEZONE']
}

/** A calendar as a file (RFC 5545). `host` makes the ids of the entries those of this site. */
export function writeCalendar(
  events: CalendarEvent[],
  { name, host, at }: { name: string; host: string; at: Temporal.Instant },
): string {
  const zones = new Set(
    events.flatMap(({ starts }) => (starts instanceof Temporal.ZonedDateTime ? [starts.timeZoneId] : [])),
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    // Not the name of the program, which says in discreet mode what the site is.
    `PRODID:-//${host}//Calendar//EN`,
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...[...zones].flatMap((zone) => zoneLines(zone, at)),
    ...events.flatMap(({ id, title, url, starts, rule }) => [
      'BEGIN:VEVENT',
      `UID:${id}@${host}`,
      `DTSTAMP:${toUtc(at)}`,
      startLine(starts),
      ...(rule === null ? [] : [`RRULE:${rule}`]),
      `SUMMARY:${escapeText(title)}`,
      `URL:${url}`,
      // Nobody is shown as busy by it.
      'TRANSP:TRANSPARENT',
      'CLASS:PRIVATE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
