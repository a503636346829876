/**
 * `limited`: may read and pray; posts are held for review. `care`: the care team. Each role includes the previous ones.
 */
export const roles = ['limited', 'member', 'care', 'moderator', 'admin'] as const

/** `pending`: waits for approval. `deleting`: the deletion can still be cancelled. */
export const userStatuses = ['active', 'pending', 'suspended', 'deleting'] as const

export const appearances = ['light', 'dark', 'system'] as const

export const textSizes = ['small', 'normal', 'large'] as const

/** Options for the requests of a deleted account. */
export const prayerChoices = ['keep_without_name', 'delete'] as const

/** Lengths are in code points. */
export const MAX_DISPLAY_NAME_LENGTH = 60
/** The answer of a person who asks to join. */
export const MAX_JOIN_ANSWER_LENGTH = 1000
export const MAX_ABOUT_LENGTH = 400
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 256
/** RFC 5321, in bytes. */
export const MAX_EMAIL_LENGTH = 254
/** Limits of the reason that staff give for a change of an account. */
export const MIN_REASON_LENGTH = 3
export const MAX_REASON_LENGTH = 1000
export const MAX_PASSKEY_NAME_LENGTH = 60
