/**
 * Why a person should review the categories of a request: `unsorted` has none, `unsure` has a low confidence,
 * `disagrees` would be classified differently now.
 */
export const doubts = ['unsorted', 'unsure', 'disagrees'] as const

/** Maximum number of categories of one request. */
export const MAX_CATEGORIES = 10

/**
 * `learned`: created by a first correction. `rebuilt`: created by the nightly job. `stepped_back`: created when an
 * administrator rolled back.
 */
export const versionReasons = ['learned', 'rebuilt', 'stepped_back'] as const

/**
 * Requests that may be sent to a classification service: those that everybody may read, those of members too, or also
 * those of groups and the care team. Never those of the author alone, those about people at risk, or unpublished ones.
 */
export const classifierAudiences = ['public', 'members', 'groups'] as const
export type ClassifierAudience = (typeof classifierAudiences)[number]
