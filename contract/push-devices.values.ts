/** Devices of one person that show messages, at most. */
export const MAX_PUSH_DEVICES = 20
