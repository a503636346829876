/** The questions of the opening, in their order. */
export const openingQuestions = ['name', 'address', 'join', 'mail', 'look'] as const

/** These make a new site ready for its people, in the order of its list. */
export const openingTasks = ['invite', 'imprint', 'care', 'poster', 'announcement', 'backups'] as const

/** An administrator can say that these are done or can wait: `list` puts the list of tasks away. */
export const openingSteps = [...openingQuestions, ...openingTasks, 'list'] as const
export type OpeningStep = (typeof openingSteps)[number]

export const MAX_SITE_NAME_LENGTH = 60
export const MAX_SITE_SENTENCE_LENGTH = 200
/** The PNG of a logo, which is square, has so many bytes and sides of so many pixels. */
export const MAX_LOGO_BYTES = 256 * 1024
export const MAX_LOGO_SIDE = 512
export const MAX_JOIN_QUESTION_LENGTH = 200
