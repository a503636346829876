/** Longest path of the second place. Code points. */
export const MAX_PLACE_LENGTH = 500

/** Kinds of what would be lost. `prayers`: presses and words of support. `others`: everything else, settings and pages too. */
export const lostKinds = ['requests', 'prayers', 'updates', 'people', 'others'] as const

/** The ways in which a site may run. */
export const restoreWays = ['terminal', 'service', 'container'] as const
