import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

export interface Groups {
  id: string
  name: string
  name_folded: string
  description: Generated<string>
  joining: Generated<'open' | 'request' | 'invite'>
  is_listed: Generated<boolean>
  posting: Generated<'members' | 'leaders'>
  member_count: Generated<number>
  created_at: Time
  updated_at: Time
}

export interface Memberships {
  group_id: string
  user_id: string
  role: Generated<'owner' | 'leader' | 'member'>
  status: Generated<'active' | 'pending' | 'invited' | 'banned'>
  /** When they last read what is shared in it. */
  seen_at: Time | null
  created_at: Time
  updated_at: Time
}

export interface GroupInvites {
  id: string
  group_id: string
  code_hash: string
  created_by: string | null
  created_at: Time
  expires_at: Time
  revoked_at: Time | null
  max_uses: number | null
  uses: Generated<number>
}
