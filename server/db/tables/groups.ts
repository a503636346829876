import { joinings, postings, groupRoles, groupStatuses } from '../../../contract/groups.values.ts'
import { flag, generated, nullable, number, oneOf, text, time } from './columns.ts'

export const groupTables = {
  groups: {
    id: text,
    name: text,
    name_folded: text,
    description: generated(text),
    joining: generated(oneOf(joinings)),
    is_listed: generated(flag),
    posting: generated(oneOf(postings)),
    member_count: generated(number),
    created_at: time,
    updated_at: time,
  },
  memberships: {
    group_id: text,
    user_id: text,
    role: generated(oneOf(groupRoles)),
    status: generated(oneOf(groupStatuses)),
    /** Time of the member's last visit to the group's requests. */
    seen_at: nullable(time),
    created_at: time,
    updated_at: time,
  },
  group_invites: {
    id: text,
    group_id: text,
    code_hash: text,
    created_by: nullable(text),
    created_at: time,
    expires_at: time,
    revoked_at: nullable(time),
    max_uses: nullable(number),
    uses: generated(number),
  },
  /** Who was removed by a leader and has not come back since. */
  group_removals: {
    group_id: text,
    user_id: text,
    removed_at: time,
  },
}
