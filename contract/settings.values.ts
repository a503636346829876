export const MAX_SITE_NAME_LENGTH = 60
export const MAX_SITE_SENTENCE_LENGTH = 200
/** Of the PNG of a logo, which is square: bytes, and the length of a side in pixels. */
export const MAX_LOGO_BYTES = 256 * 1024
export const MAX_LOGO_SIDE = 512
