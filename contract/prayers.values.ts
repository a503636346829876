/** The people who may read a request: see `visibleTo` in `server/features/community/prayers/prayers.rules.ts`. */
export const visibilities = ['public', 'members', 'group', 'team', 'private'] as const

export const statuses = [
  'open',
  'answered',
  'answered_differently',
  'ongoing',
  'passed_away',
  'withdrawn',
  'archived',
] as const

/** Outcomes of a request that its author can choose. */
export const outcomes = [
  'ongoing',
  'answered',
  'answered_differently',
  'passed_away',
  'withdrawn',
  'open',
] as const satisfies (typeof statuses)[number][]

/** Why a request waits for review, or was hidden. */
export const heldReasons = [
  'crisis',
  'links',
  'urgent',
  'first_post',
  'all_held',
  'limited',
  'reports',
  'moderator',
] as const

/** Kinds of danger that the classifier detects: see `classifier/runtime/care.ts`. */
export const alertKinds = ['self_harm', 'third_person', 'unsafe_home'] as const

export const reactionTypes = ['amen', 'heart', 'thanks', 'with_you', 'praise'] as const

/** The states of publication, as pages show a request to those who may read it; `deleted` is shown to nobody. */
export const publications = ['published', 'hidden', 'held'] as const

/** Errors of what asks for a request that may not be there, or not for them. */
export const noPrayer = ['prayers.invalid_id', 'prayers.not_found'] as const

/** Lengths are in code points. */
export const MAX_TITLE_LENGTH = 120
export const MIN_CONTENT_LENGTH = 3
export const MAX_CONTENT_LENGTH = 5000
export const MAX_UPDATE_LENGTH = 5000
/** The longest reason that a moderator gives. Code points. */
export const MAX_DELETION_REASON_LENGTH = 1000
/** Groups that a request can be shared with at once. */
export const MAX_GROUPS = 10

/**
 * The plain fields of a request: its author sets them, they are stored as they are, whoever may read the request reads them
 * (`takes_lines` of one with a name together with its author's choice for those), and the export has them. The schemas, statements, draft
 * and tests follow from these two lists.
 * Flags, as a new request has them.
 */
export const prayerFlags = {
  shows_pray_count: true,
  takes_lines: true,
  is_urgent: false,
  is_guarded: false,
  about_other: false,
}
/** Texts of one line, or null; with their greatest length. */
export const prayerLines = { title: MAX_TITLE_LENGTH }

export type PrayerFlag = keyof typeof prayerFlags
export type PrayerLine = keyof typeof prayerLines
type PlainFields = Record<PrayerFlag, boolean> & Record<PrayerLine, string | null>
export const lineNames = Object.keys(prayerLines) as PrayerLine[]
export const plainFieldNames = [...(Object.keys(prayerFlags) as PrayerFlag[]), ...lineNames]
/** The plain fields of a request whose author set none of them. */
export const initialFields: PlainFields = {
  ...prayerFlags,
  ...(Object.fromEntries(lineNames.map((name) => [name, null])) as Record<PrayerLine, null>),
}

/** After a day `yyyy-mm-dd`, as the time of a request: names that day, in the zone of its author. Any other time is itself. */
export const DAY_END = 'T23:59:59.999Z'
