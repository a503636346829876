import { roles, userStatuses, appearances, textSizes } from '../../../contract/users.values.ts'
import { languages } from '../../../contract/fields.ts'
import { flag, generated, generatedJson, json, nullable, number, oneOf, text, time } from './columns.ts'

export const personTables = {
  users: {
    id: text,
    /** Lower case. */
    email: text,
    email_verified_at: nullable(time),
    display_name: text,
    about: generated(text),
    role: generated(oneOf(roles)),
    status: generated(oneOf(userStatuses)),
    /** The display name as it is searched for: see `foldName`. */
    name_folded: generated(text),
    /** Argon2id in PHC format. */
    password_hash: text,
    created_at: time,
    updated_at: time,
    /** Time at which a planned deletion becomes final; set exactly while `status` is `deleting`. */
    deletes_at: nullable(time),
    /** True when the requests are deleted with the account; otherwise they stay without a name. */
    deletes_prayers: generated(flag),
    /** Id of the person who planned the deletion: people can cancel their own, only staff can cancel one by staff. */
    deletion_by: nullable(text),
    /** True for a person who signed up while staff approve sign-ups, and has not been approved yet. */
    awaits_approval: generated(flag),
    /**
     * True while whoever uses the account may be a stranger to its mailbox: the address was confirmed from outside of the account.
     * A sign-in that proves the mailbox ends what they have.
     */
    has_unproven_holder: generated(flag),
    /** Telephone number that somebody of the care team left for moderators and administrators. */
    care_number: generated(nullable(text)),
    /** The person's answer to the question of the site; null once staff have decided. */
    join_answer: generated(nullable(text)),
    /** That of the page on which the person signed up, or first signed in: what is sent to them is in it until they choose one. Pages never are. */
    mail_language: generated(nullable(oneOf(languages))),
  },
  preferences: {
    user_id: text,
    theme_preference: nullable(text),
    preferred_language: nullable(oneOf(languages)),
    appearance: nullable(oneOf(appearances)),
    text_size: nullable(oneOf(textSizes)),
    notify: json<Record<string, boolean>>(),
    /** True when this reader sees how many people prayed. */
    shows_pray_counts: generated(flag),
    /** Host of the service to which the person consented. */
    translation_consent: generated(nullable(text)),
    speech_consent: generated(nullable(text)),
    /** The rhythm of emails about a kind of notice; kinds that are missing have the default. */
    notices: generatedJson<Record<string, string>>(),
    /** Whole hours of the person's wall clock: of what comes daily or weekly, and of the quiet time. */
    notice_hour: generated(number),
    quiet_from: generated(nullable(number)),
    quiet_to: generated(nullable(number)),
    /** IANA name; null: UTC. */
    time_zone: generated(nullable(text)),
    /** Keyed hash of the address that the mail server refused for good; another address is tried again. */
    refused_address_hash: generated(nullable(text)),
    /** True for somebody whose screen others see: the site shows itself to them under a name that says nothing. */
    is_discreet: generated(flag),
    /** The choice of what comes to the person on Today: how many, and from where; members that are missing have the default. */
    today: generatedJson<Record<string, boolean | number>>(),
    /** The day, yyyy-mm-dd of the person's wall clock, that `today_prayers` is made for; null: it is made anew. */
    today_made_for: generated(nullable(text)),
    /** False: nobody may leave a line under a request with the name of the person. */
    takes_lines: generated(flag),
    /** No email and no message to a device leaves about notices before; what happens meanwhile is only on the page. */
    paused_until: generated(nullable(time)),
  },
  /** The private address of a person's calendar. */
  calendar_feeds: {
    user_id: text,
    secret_hash: text,
    created_at: time,
  },
  sessions: {
    id: text,
    user_id: text,
    current_jti: text,
    previous_jti: nullable(text),
    /** Time at which `current_jti` was created: with it the same token can be signed again for a second tab. */
    rotated_at: time,
    /** SHA-256 of the binding cookie, or of the origin of another site's page; null for a session opened by a program. */
    binding_hash: nullable(text),
    device: text,
    /** A keyed hash of the network address: recognizes it without revealing it. */
    address_hash: text,
    created_at: time,
    last_seen_at: time,
    expires_at: time,
    /** Time of the last password confirmation; "step-up" counts from here. */
    confirmed_at: time,
    /** Time at which a second factor was used in this session, or set up in it. */
    second_factor_at: nullable(time),
    revoked_at: nullable(time),
    revoked_reason: nullable(text),
  },
  /** Set-up, reset, verification and invitation links. Only the SHA-256 of their secret is stored. */
  one_time_tokens: {
    secret_hash: text,
    purpose: oneOf(['set_up', 'reset_password', 'verify_email', 'change_email', 'invitation']),
    user_id: nullable(text),
    email: nullable(text),
    created_at: time,
    expires_at: time,
    consumed_at: nullable(time),
  },
  /** The newest sign-up of a person, until its own link confirms it: another link confirms nothing of it. */
  sign_ups: {
    user_id: text,
    /** Identifies the sign-up for the job that mails its link. */
    id: text,
    password_hash: text,
    display_name: text,
    join_answer: generated(nullable(text)),
    /** SHA-256 of the secret of its link; null until that is made. */
    secret_hash: nullable(text),
    created_at: time,
  },
  /** Codes in emails that sign a person in. The code itself is derived from the hash of the ticket. */
  sign_in_codes: {
    ticket_hash: text,
    user_id: text,
    tries: generated(number),
    expires_at: time,
  },
  /** Links with which a person may sign up where an invitation is required. */
  invitations: {
    id: text,
    /** SHA-256. */
    secret_hash: text,
    /** The secret itself, where it is printed for everybody to read; null for all others. */
    code: generated(nullable(text)),
    /** The only address that may use it; null for anybody with the link. */
    email: nullable(text),
    /** As the list named the person; empty when nobody did. */
    name: generated(text),
    /** The receiver or the reason; visible to staff only. */
    note: generated(text),
    /** The inviter's words to the person. */
    words: generated(text),
    /** Language of the mail; null for that of the browser that invited. */
    language: generated(nullable(oneOf(languages))),
    role: generated(oneOf(['member', 'limited'])),
    /** Joined by whoever comes, if the inviter still leads it. */
    group_id: generated(nullable(text)),
    /** Invitations that were made together. */
    list_id: generated(nullable(text)),
    /** Null where the site mails nothing. */
    mail: generated(nullable(oneOf(['waiting', 'sent', 'refused']))),
    opened_at: generated(nullable(time)),
    /** The link was shown to nobody and only mailed: whoever has it reads the mailbox. */
    proves_address: generated(flag),
    created_by: nullable(text),
    created_at: time,
    expires_at: time,
    revoked_at: nullable(time),
    max_uses: number,
    uses: generated(number),
  },
  /** Times of mails to an address, for the quota. Stores only a hash of the address. */
  sent_mails: {
    id: text,
    address_hash: text,
    sent_at: time,
  },
  security_events: {
    id: text,
    user_id: nullable(text),
    kind: text,
    detail: json<Record<string, unknown>>(),
    created_at: time,
  },
  /** The secret of an authenticator app, encrypted with a key that is not in the database. */
  totp_secrets: {
    user_id: text,
    secret_sealed: text,
    confirmed_at: nullable(time),
    last_step: generated(number),
    created_at: time,
  },
  recovery_codes: {
    user_id: text,
    code_hash: text,
    used_at: nullable(time),
  },
  passkeys: {
    /** Id of the credential, base64url. */
    id: text,
    user_id: text,
    /** COSE, base64url. */
    public_key: text,
    counter: number,
    transports: json<string[]>(),
    name: text,
    created_at: time,
    last_used_at: nullable(time),
  },
  passkey_challenges: {
    challenge_hash: text,
    user_id: nullable(text),
    expires_at: time,
  },
  /** Browsers that show messages though no page is open. Theirs ends with the session in which it was switched on. */
  push_devices: {
    id: text,
    user_id: text,
    session_id: text,
    /** Address at the push service of the browser's maker; nobody else knows it. */
    endpoint: text,
    /** Keys of the browser for its messages, base64url. */
    p256dh: text,
    auth: text,
    /** True for a device that shows only that there is news. */
    is_discreet: generated(flag),
    created_at: time,
    /** Time at which the browser last said that it still takes messages. */
    seen_at: time,
    /** Time of the last message that the push service took. */
    sent_at: generated(nullable(time)),
    /** Set while messages do not get through, with the status of the push service; 0 without one. */
    failed_at: generated(nullable(time)),
    failure: generated(nullable(text)),
  },
  /** Messages that wait for their time, or for the push service: for each device the newest about one thing. */
  push_messages: {
    id: text,
    device_id: text,
    /** The subject: the id of a request or list, or the kind of notice. */
    topic: text,
    /** Null for a test. */
    notification_id: nullable(text),
    due_at: time,
    tries: generated(number),
  },
}
