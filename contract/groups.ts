import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { flag, byId, idOnly, pageOf, paging, text, time, uuid, wholeNumber } from './fields.ts'
import { Prayer } from './prayers.ts'
import { Person } from './users.ts'
import {
  groupRoles,
  groupStatuses,
  joinings,
  postings,
  MAX_GROUP_NAME_LENGTH,
  MAX_GROUP_DESCRIPTION_LENGTH,
  MAX_GROUP_SEARCH_LENGTH,
} from './groups.values.ts'

export const GroupRole = z.enum(groupRoles)
export type GroupRole = z.infer<typeof GroupRole>

export const GroupStatus = z.enum(groupStatuses)
export type GroupStatus = z.infer<typeof GroupStatus>

const name = text({ min: 1, max: MAX_GROUP_NAME_LENGTH, lines: false })

const writable = {
  name,
  /** Plain text. */
  description: z.union([z.literal(''), text({ min: 1, max: MAX_GROUP_DESCRIPTION_LENGTH })]),
  /** `open`: anyone joins. `request`: leaders approve. `invite`: with an invitation only. */
  joining: z.enum(joinings),
  /** True when non-members find it. For them an unlisted group does not exist. */
  is_listed: z.boolean(),
  /** The people who may share requests in it. */
  posting: z.enum(postings),
}

/** A group as the reader may see it; non-members see its summary only. */
export const Group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  joining: z.enum(joinings),
  is_listed: z.boolean(),
  posting: z.enum(postings),
  /** Number of active members. */
  member_count: z.int(),
  /** The reader's role; null for a non-member. */
  my_role: GroupRole.nullable(),
  my_status: GroupStatus.nullable(),
  /** For a member: requests of others since the reader's last visit, at most 100. */
  new_count: z.int(),
  /** Time of the last change of its details, for those who may edit them; null for everyone else. */
  updated_at: time.nullable(),
  may: z.object({ edit: z.boolean(), manage: z.boolean(), post: z.boolean(), join: z.boolean() }),
})
export type Group = z.infer<typeof Group>

/** A group on its own page. `prayers`: its newest requests for an active member, none for anybody else. */
export const GroupDetail = Group.extend({ prayers: z.array(Prayer).optional() })

/** `joined_at` is when they joined, or asked to. Only leaders see waiting and banned people. */
export const GroupMember = z.object({ user: Person, role: GroupRole, status: GroupStatus, joined_at: time })
export type GroupMember = z.infer<typeof GroupMember>

/** `code` is returned only once, on creation. */
export const GroupInvite = z.object({
  id: z.string(),
  created_at: time,
  expires_at: time,
  max_uses: z.int().nullable(),
  uses: z.int(),
})
export type GroupInvite = z.infer<typeof GroupInvite>

/** 128 random bits, base64url. */
const code = z.string().max(100)
const gone = ['groups.not_found'] as const

export const groups = {
  'groups.list': {
    /**
     * `mine`: groups that the reader belongs to, asked to join, or is invited to. `mine` false: listed groups of others.
     * Without it: both.
     */
    input: z.strictObject({
      mine: flag.optional(),
      search: z.string().trim().max(MAX_GROUP_SEARCH_LENGTH).optional(),
      ...paging,
    }),
    output: pageOf(Group),
    errors: [],
  },
  'groups.create': {
    input: entityBody(z.object(writable).partial().required({ name: true }), Group),
    output: Group,
    errors: ['groups.name_taken', 'groups.too_many'],
  },
  'groups.one': {
    /** `prayers` false leaves them out. */
    input: byId.extend({ prayers: flag.optional() }),
    output: GroupDetail,
    errors: gone,
  },
  'groups.edit': {
    input: entityBody(
      z
        .object({
          ...writable,
          id: uuid,
          /**
           * The `updated_at` of the edited version: when it was saved since, the change is refused instead of
           * overwriting it. Null counts as left out.
           */
          updated_at: time.nullable(),
        })
        .partial()
        .required({ id: true }),
      Group,
    ),
    output: Group,
    errors: [...gone, 'request.forbidden', 'groups.name_taken', 'groups.changed'],
  },
  /** Its requests remain with their authors, who alone can read them then. */
  'groups.delete': {
    input: z.strictObject({ id: uuid, reason: z.string().max(1000).optional() }),
    output: idOnly,
    errors: [...gone, 'request.forbidden', 'sessions.confirmation_needed'],
  },
  'groups.join': { input: byId, output: Group, errors: [...gone, 'groups.closed'] },
  /** Marks the group's requests as seen by the reader. */
  'groups.see': { input: byId, output: idOnly, errors: gone },
  'groups.leave': { input: byId, output: idOnly, errors: [...gone, 'groups.last_owner'] },
  'groups.members': {
    input: z.strictObject({
      id: uuid,
      status: GroupStatus.optional(),
      /** Returns owners and leaders only. */
      leaders: flag.optional(),
      /** Returns those whose names contain it. */
      search: z.string().trim().max(MAX_GROUP_SEARCH_LENGTH).optional(),
      cursor: z.string().max(400).optional(),
      pageSize: wholeNumber({ min: 1, max: 100 }).optional(),
    }),
    output: z.object({ items: z.array(GroupMember), next_cursor: z.string().nullable() }),
    errors: [...gone, 'request.forbidden'],
  },
  /**
   * Approves (`active`), bans, or changes a role. `role: 'owner'` makes another owner, so that a group can be handed
   * over.
   */
  'groups.edit_member': {
    input: entityBody(
      z.object({ id: uuid, userId: uuid, role: GroupRole.optional(), status: GroupStatus.optional() }),
      GroupMember,
    ),
    output: GroupMember,
    errors: [...gone, 'groups.no_member', 'request.forbidden', 'groups.last_owner'],
  },
  /** Removes a member, rejects a request to join, or lifts a ban. */
  'groups.delete_member': {
    /** `status`: as the caller read it. To remove a member lifts no ban that another leader has set meanwhile. */
    input: z.strictObject({ id: uuid, userId: uuid, status: GroupStatus.optional() }),
    output: idOnly,
    errors: [...gone, 'groups.no_member', 'request.forbidden', 'groups.last_owner'],
  },
  'groups.invites': { input: byId, output: z.array(GroupInvite), errors: [...gone, 'request.forbidden'] },
  'groups.create_invite': {
    input: z.strictObject({
      id: uuid,
      expires_in_days: z.int().min(1).max(90).optional(),
      max_uses: z.int().min(1).max(1000).nullable().optional(),
    }),
    output: GroupInvite.extend({ code: z.string(), url: z.string() }),
    errors: [...gone, 'request.forbidden', 'groups.too_many_invites'],
  },
  'groups.delete_invite': {
    input: z.strictObject({ id: uuid, inviteId: uuid }),
    output: idOnly,
    errors: [...gone, 'request.forbidden', 'groups.no_invite'],
  },
  /** The group of an invitation, before it is accepted. */
  'groups.invited_to': {
    input: z.strictObject({ code }),
    output: Group,
    errors: ['groups.no_invite', 'request.too_many'],
  },
  'groups.accept_invite': {
    input: z.strictObject({ code }),
    output: Group,
    errors: ['groups.no_invite', 'request.too_many'],
  },
} satisfies Schemas<'groups'>
