/** Who may read a request: see `visibleTo` in `server/features/community/prayers/prayers.rules.ts`. */
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

/** What an author can say became of a request. */
export const outcomes = [
  'ongoing',
  'answered',
  'answered_differently',
  'passed_away',
  'withdrawn',
  'open',
] as const satisfies (typeof statuses)[number][]

/** Why a request waits for a person, or was taken from the wall. */
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

/** How somebody sounds as if they were in danger: see `classifier/runtime/care.ts`. */
export const alertKinds = ['self_harm', 'third_person', 'unsafe_home'] as const

export const reactionTypes = ['amen', 'heart', 'thanks', 'with_you', 'praise'] as const

export const views = ['newest', 'waiting', 'answered'] as const

/** Of a request as pages show it to those who may read it; `deleted` is shown to nobody. */
export const publications = ['published', 'hidden', 'held'] as const

/** Lengths are in code points. */
export const MAX_TITLE_LENGTH = 120
export const MIN_CONTENT_LENGTH = 3
export const MAX_CONTENT_LENGTH = 5000
export const MAX_UPDATE_LENGTH = 5000
export const MAX_SEARCH_LENGTH = 100
/** Of the reason that a moderator gives. */
export const MAX_DELETION_REASON_LENGTH = 1000
/** Groups that a request can be shared with at once. */
export const MAX_GROUPS = 10
