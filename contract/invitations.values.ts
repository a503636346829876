import { MINUTE_MS } from './time.values.ts'

export const MAX_NOTE_LENGTH = 200
export const MAX_DECLINE_REASON_LENGTH = 500
export const MAX_INVITATION_USES = 100
/** This is the limit of one call: the body of a longer list would be refused. */
export const MAX_INVITED_AT_ONCE = 200
/** People whom one administrator invites within a day. */
export const MAX_INVITED_A_DAY = 6000
/** The sentence of one's own in the mail, in one paragraph. */
export const MAX_INVITATION_WORDS = 200
/** Days for which the invitation of one person may work. */
export const MAX_INVITATION_DAYS = 30
/** Days for which an invitation from a list works. */
export const LIST_DAYS = 14

/** Milliseconds for which a list that was just invited can be taken back by one press. */
export const LIST_UNDO_MS = 10 * MINUTE_MS
/** Days for which a code works; null: until it is taken back. */
export const codeDays = [30, 90, null] as const

/** `open`: for anybody with the link, or not mailed by the site. `here`: used. */
export const invitationStates = [
  'open',
  'waiting',
  'sent',
  'refused',
  'opened',
  'here',
  'expired',
  'taken_back',
] as const

/** Says what is known of an address before it is invited. `invited`: an earlier invitation still works. */
export const inviteeStates = ['new', 'member', 'invited', 'out_of_reach'] as const
