import type { Generated } from 'kysely'
import type { Role } from '../../../contract/users.ts'
import type { Language } from '../../../contract/fields.ts'
import type { Json, Time } from './columns.ts'

export interface Users {
  id: string
  /** Lower case. */
  email: string
  email_verified_at: Time | null
  display_name: string
  about: Generated<string>
  role: Generated<Role>
  status: Generated<'active' | 'pending' | 'suspended' | 'deleting'>
  /** Argon2id in PHC format. */
  password_hash: string
  created_at: Time
  updated_at: Time
  /** When a deletion that the person asked for becomes final. */
  deletes_at: Time | null
}

export interface Preferences {
  user_id: string
  theme_preference: string | null
  preferred_language: Language | null
  appearance: 'light' | 'dark' | 'system' | null
  text_size: 'small' | 'normal' | 'large' | null
  /** Kinds of notices, by `notificationKinds`; one that is not named is on. */
  notify: Json<Record<string, boolean>>
  /** Whether this reader is told how many people prayed. */
  shows_pray_counts: Generated<boolean>
}

export interface Sessions {
  id: string
  user_id: string
  current_jti: string
  previous_jti: string | null
  /** When `current_jti` was made: with it the same token can be signed again for a second tab. */
  rotated_at: Time
  /** SHA-256 of the binding cookie; null for a session opened without a browser. */
  binding_hash: string | null
  device: string
  /** A keyed hash of the address: enough to know it again, not to read it. */
  address_hash: string
  created_at: Time
  last_seen_at: Time
  expires_at: Time
  /** The password was given at this time: "step-up" counts from here. */
  confirmed_at: Time
  revoked_at: Time | null
  revoked_reason: string | null
}

/** Set-up, reset, verification and invitation links: only the SHA-256 of their secret is stored. */
export interface OneTimeTokens {
  secret_hash: string
  purpose: 'set_up' | 'reset_password' | 'verify_email' | 'change_email' | 'invitation'
  user_id: string | null
  email: string | null
  created_at: Time
  expires_at: Time
  consumed_at: Time | null
}

export interface SecurityEvents {
  id: string
  user_id: string | null
  kind: string
  detail: Json<Record<string, unknown>>
  created_at: Time
}
