export const MAX_IMPRINT_LINE_LENGTH = 120
export const MAX_IMPRINT_ADDRESS_LENGTH = 300
export const MAX_IMPRINT_LINES_LENGTH = 200

export const imprintStates = ['empty', 'filled', 'own'] as const

/** The address of the page in every language. */
export const IMPRINT_SLUG = 'imprint'
