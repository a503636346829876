import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, optionalText, paging, time, uuid } from './fields.ts'
import { AppearancePreferences, Me, Person, PublicProfile, Role, UserStatus, about, displayName } from './users.ts'
import { MAX_EMAIL_LENGTH, MAX_REASON_LENGTH, MIN_REASON_LENGTH } from './users.values.ts'

/** Reason of a staff action, if they give one: stored in the audit log, and mailed to a person who is suspended. */
export const reason = optionalText({ min: MIN_REASON_LENGTH, max: MAX_REASON_LENGTH })

/** The parts of their own account that a person may see. */
export const Account = Me.extend({
  about: z.string(),
  email_verified: z.boolean(),
  created_at: time,
  preferences: AppearancePreferences,
})
export type Account = z.infer<typeof Account>

/** A person as shown to administrators. */
export const ManagedUser = Person.extend({
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  status: UserStatus,
  profile: PublicProfile,
  created_at: time,
  /** Day of the last refresh of any of their sessions, as noon UTC; null when they never had one, or all are deleted by now. */
  last_seen_at: time.nullable(),
  deletes_at: time.nullable(),
})
export type ManagedUser = z.infer<typeof ManagedUser>

/** The account that a moderator suspended. */
const Standing = Person.extend({ role: Role, status: UserStatus })

const profileChange = { display_name: displayName, about }

export const accounts = {
  'accounts.own': { input: z.strictObject({}), output: Account, errors: [] },
  'accounts.edit_own': {
    /** `role` and `email` are changed by calls of their own; here others than one's own are refused. */
    input: entityBody(z.object({ ...profileChange, role: Role, email: z.string() }).partial(), Account),
    output: Account,
    errors: [],
  },
  'accounts.list': {
    input: z.strictObject({
      /** Part of a name or an email address; ignores accents and case. */
      search: z.string().max(MAX_EMAIL_LENGTH).optional(),
      role: Role.optional(),
      status: UserStatus.optional(),
      ...paging,
    }),
    output: z.object({ items: z.array(ManagedUser), page: z.int(), pageSize: z.int(), total: z.int() }),
    errors: [],
  },
  'accounts.one': { input: byId, output: ManagedUser, errors: ['users.not_found'] },
  'accounts.set_role': {
    input: z.strictObject({ id: uuid, role: Role, reason }),
    output: ManagedUser,
    errors: ['users.not_found', 'users.last_admin', 'sessions.confirmation_needed'],
  },
  'accounts.profile': { input: byId, output: PublicProfile, errors: ['users.not_found'] },
  'accounts.edit_profile': {
    input: entityBody(
      z
        .object({ id: uuid, ...profileChange, reason })
        .partial()
        .required({ id: true }),
      PublicProfile,
      ['role', 'email'],
    ),
    output: PublicProfile,
    errors: ['users.not_found'],
  },
  'accounts.suspend': {
    input: z.strictObject({ id: uuid, reason }),
    output: Standing,
    errors: ['users.not_found', 'users.yourself', 'users.last_admin', 'users.not_active'],
  },
  'accounts.unsuspend': {
    input: z.strictObject({ id: uuid, reason }),
    output: Standing,
    errors: ['users.not_found', 'users.yourself', 'users.not_active'],
  },
} satisfies Schemas<'accounts'>
