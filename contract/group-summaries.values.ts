/** The rhythms in which the summary of a group goes out by email. */
export const summaryRhythms = ['off', 'daily', 'weekly'] as const

/** The states of an address, as a leader sees them: it was asked; it gets the summary; the mail server refuses it. */
export const readerStates = ['waiting', 'confirmed', 'refused'] as const

/** Addresses of one group, and of one call. */
export const MAX_READERS = 500
export const MAX_NEW_READERS = 50
