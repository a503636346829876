import { z } from 'zod'
import type { Schemas } from './define.ts'
import { byId, idOnly, language, optionalText, paging, text, time, uuid, wholeNumber } from './fields.ts'
import { email, linkSecret } from './sessions.ts'
import { Person, PublicProfile, displayName } from './users.ts'
import {
  MAX_DECLINE_REASON_LENGTH,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
  MAX_INVITATION_WORDS,
  MAX_INVITED_AT_ONCE,
  MAX_NOTE_LENGTH,
  codeDays,
  invitationStates,
  inviteeStates,
} from './invitations.values.ts'
import { MAX_EMAIL_LENGTH } from './users.values.ts'

export const Invitation = z.object({
  id: z.string(),
  /** The only address that may use it; null: anybody with the link. */
  email: z.string().nullable(),
  /** As the list named the person; empty when nobody did. */
  name: z.string(),
  note: z.string(),
  state: z.enum(invitationStates),
  created_by: Person.nullable(),
  created_at: time,
  expires_at: time,
  revoked_at: time.nullable(),
  max_uses: z.int(),
  uses: z.int(),
})

/**
 * A person who signed up and waits for approval. `join_answer`: to the site's question; empty without one. Administrators see the address, moderators only that of who has given no name, and
 * whether it is verified.
 */
export const AwaitingUser = Person.extend({
  email: z.string().nullable(),
  email_verified: z.boolean(),
  join_answer: z.string(),
  created_at: time,
})

/** The code for everybody who reads it on a wall. `link`: leads to the sign-up with it; `uses`: how many came by it. */
export const InvitationCode = z.object({
  id: z.string(),
  code: z.string(),
  link: z.string(),
  uses: z.int(),
  created_at: time,
  /** Null: until it is taken back. */
  expires_at: time.nullable(),
})

const reason = text({ min: 0, max: MAX_DECLINE_REASON_LENGTH }).optional()

export const invitations = {
  /** Returns `link` only this once, because only its hash is stored. With an `email` it is also mailed there. */
  'invitations.create': {
    input: z.strictObject({
      email: email.optional(),
      note: text({ min: 0, max: MAX_NOTE_LENGTH, lines: false }).optional(),
      max_uses: wholeNumber({ min: 1, max: MAX_INVITATION_USES }).optional(),
      days: wholeNumber({ min: 1, max: MAX_INVITATION_DAYS }).optional(),
    }),
    output: Invitation.extend({ link: z.string() }),
    errors: ['sessions.email_out_of_reach', 'request.too_many'],
  },
  'invitations.list': {
    /** `search`: part of the name or the address. */
    input: z.strictObject({
      page: paging.page,
      search: optionalText({ min: 1, max: MAX_EMAIL_LENGTH, lines: false }),
    }),
    output: z.object({ items: z.array(Invitation), page: z.int(), has_more: z.boolean() }),
    errors: [],
  },
  'invitations.revoke': { input: byId, output: idOnly, errors: ['invitations.not_found', 'invitations.used'] },
  /** Tells of each address, in the same order, whether it can be invited. Changes nothing. */
  'invitations.check': {
    input: z.strictObject({ emails: z.array(email).min(1).max(MAX_INVITED_AT_ONCE) }),
    output: z.object({ items: z.array(z.object({ email: z.string(), state: z.enum(inviteeStates) })) }),
    errors: [],
  },
  /**
   * Invites people, each by a link of their own, mailed at the pace that the mail server bears. Leaves out whoever has an account or an
   * invitation that works, so that a call whose answer was lost can be made again. `list_id`: chosen by the browser, the same for
   * all parts of a list. `link`: null where the site mails it.
   */
  'invitations.create_list': {
    input: z.strictObject({
      list_id: uuid,
      people: z
        .array(z.strictObject({ email, name: displayName.optional() }))
        .min(1)
        .max(MAX_INVITED_AT_ONCE),
      group_id: uuid.optional(),
      role: z.enum(['member', 'limited']).optional(),
      language: language.optional(),
      words: text({ min: 0, max: MAX_INVITATION_WORDS, lines: false }).optional(),
    }),
    output: z.object({
      items: z.array(z.object({ id: z.string(), email: z.string(), name: z.string(), link: z.string().nullable() })),
      left_out: z.int(),
    }),
    errors: ['groups.not_found', 'request.too_many'],
  },
  /** Takes back the invitations of a list that nobody has used. Mails that wait do not leave. `sent`: how many had left. */
  'invitations.take_back_list': {
    input: z.strictObject({ list_id: uuid }),
    output: z.object({ count: z.int(), sent: z.int() }),
    errors: ['invitations.not_found'],
  },
  /** Makes a new link for the same address, in place of the one before. `link`: null where the site mails it. */
  'invitations.send_again': {
    input: byId,
    output: z.object({ id: z.string(), link: z.string().nullable() }),
    errors: ['invitations.not_found', 'sessions.email_out_of_reach', 'request.too_many'],
  },
  /** The code that works; null when there is none. */
  'invitations.code': {
    input: z.strictObject({}),
    output: z.object({ code: InvitationCode.nullable() }),
    errors: [],
  },
  /** Makes a code, in place of the one before. `invitations.revoke` takes it back. */
  'invitations.make_code': {
    input: z.strictObject({ days: z.literal(codeDays) }),
    output: InvitationCode,
    errors: [],
  },
  /** Tells whom a link or code is for, and notes that it was opened. `lets_in`: false where whoever comes by it still waits for approval. */
  'invitations.open': {
    input: z.strictObject({ invitation: linkSecret }),
    output: z.object({ email: z.string().nullable(), name: z.string(), lets_in: z.boolean() }),
    errors: ['invitations.link_expired', 'request.too_many'],
  },
  /**
   * Creates an account for a person, who gets a link to choose a password. Other roles are assigned by a separate
   * endpoint.
   */
  'invitations.create_account': {
    input: z.strictObject({
      email,
      displayName: displayName.optional(),
      role: z.enum(['member', 'limited']).optional(),
      reason,
    }),
    output: Person.extend({ email: z.string(), role: z.enum(['member', 'limited']), profile: PublicProfile }),
    errors: ['sessions.email_taken', 'sessions.email_out_of_reach', 'request.too_many'],
  },
  'invitations.awaiting': {
    input: z.strictObject({ page: paging.page }),
    output: z.object({ items: z.array(AwaitingUser), page: z.int(), has_more: z.boolean() }),
    errors: [],
  },
  'invitations.approve': { input: z.strictObject({ id: uuid, reason }), output: idOnly, errors: ['users.not_found'] },
  /** Deletes the account, as if it had never been requested. */
  'invitations.decline': { input: z.strictObject({ id: uuid, reason }), output: idOnly, errors: ['users.not_found'] },
} satisfies Schemas<'invitations'>
