import type { Generated } from 'kysely'
import type { Role, UserStatus } from '../../../contract/users.ts'
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
  status: Generated<UserStatus>
  /** The display name in lower case without accents, for search: see `foldSearch`. */
  name_folded: Generated<string>
  /** Argon2id in PHC format. */
  password_hash: string
  created_at: Time
  updated_at: Time
  /** When a planned deletion becomes final; set exactly while `status` is `deleting`. */
  deletes_at: Time | null
  /** Whether the requests go with the account, or stay without a name. */
  deletes_prayers: Generated<boolean>
  /** Who planned the deletion: the person themselves can take it back, staff's only staff can. */
  deletion_by: string | null
  /** Signed up while staff let people in one by one, and was not let in yet. */
  awaits_approval: Generated<boolean>
}

export interface Preferences {
  user_id: string
  theme_preference: string | null
  preferred_language: Language | null
  appearance: 'light' | 'dark' | 'system' | null
  text_size: 'small' | 'normal' | 'large' | null
  notify: Json<Record<string, boolean>>
  /** Whether this reader is told how many people prayed. */
  shows_pray_counts: Generated<boolean>
  /** The host of the service that was agreed to. */
  translation_consent: Generated<string | null>
  speech_consent: Generated<string | null>
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
  /** A second step was taken when it was opened, or set up in it. */
  second_factor_at: Time | null
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

/** Links that let somebody sign up where an invitation is needed. */
export interface Invitations {
  id: string
  /** SHA-256. */
  secret_hash: string
  /** The one address that may use it; null for whoever holds it. */
  email: string | null
  /** For whom, or why: read by staff only. */
  note: Generated<string>
  created_by: string | null
  created_at: Time
  expires_at: Time
  revoked_at: Time | null
  max_uses: number
  uses: Generated<number>
}

/** When a mail left for an address, so that nobody can be flooded. Knows the address again without keeping it. */
export interface SentMails {
  id: string
  address_hash: string
  sent_at: Time
}

export interface SecurityEvents {
  id: string
  user_id: string | null
  kind: string
  detail: Json<Record<string, unknown>>
  created_at: Time
}

/** The secret of an authenticator app, encrypted with a key that is not in the database. */
export interface TotpSecrets {
  user_id: string
  secret_sealed: string
  confirmed_at: Time | null
  last_step: Generated<number>
  created_at: Time
}

export interface RecoveryCodes {
  user_id: string
  code_hash: string
  used_at: Time | null
}

export interface Passkeys {
  /** The credential's own, base64url. */
  id: string
  user_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  transports: Json<string[]>
  name: string
  created_at: Time
  last_used_at: Time | null
}

export interface PasskeyChallenges {
  challenge_hash: string
  user_id: string | null
  expires_at: Time
}
