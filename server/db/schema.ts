import type {
  Invitations,
  OneTimeTokens,
  PasskeyChallenges,
  Passkeys,
  Preferences,
  RecoveryCodes,
  SecurityEvents,
  SentMails,
  Sessions,
  TotpSecrets,
  Users,
} from './tables/people.ts'
import type {
  Categories,
  ClassificationExamples,
  ClassificationRuns,
  Classifications,
  ClassifierColumns,
  ClassifierVersions,
  Decisions,
  Follows,
  Prayed,
  PrayerCategories,
  PrayerEdits,
  PrayerListItems,
  PrayerLists,
  PrayerUpdates,
  Prayers,
  ReactionCounts,
  Reactions,
  Reminders,
  Reports,
  Translations,
} from './tables/prayers.ts'
import type { GroupInvites, Groups, Memberships } from './tables/groups.ts'
import type {
  AuditLog,
  Checks,
  Content,
  ContentDrafts,
  ContentVersions,
  Events,
  IdempotencyKeys,
  RateLimits,
  Jobs,
  NotificationReads,
  Notifications,
  Settings,
  Themes,
} from './tables/site.ts'

export type { Publication } from './tables/columns.ts'
export type { OneTimeTokens, Users } from './tables/people.ts'
export type { Events, Jobs } from './tables/site.ts'

/** Every table, by name. What the columns mean is told in `tables/`. */
export interface Schema {
  users: Users
  preferences: Preferences
  sessions: Sessions
  one_time_tokens: OneTimeTokens
  totp_secrets: TotpSecrets
  recovery_codes: RecoveryCodes
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
  invitations: Invitations
  sent_mails: SentMails
  security_events: SecurityEvents
  categories: Categories
  prayers: Prayers
  prayer_edits: PrayerEdits
  prayer_updates: PrayerUpdates
  translations: Translations
  prayed: Prayed
  prayer_categories: PrayerCategories
  classifications: Classifications
  classification_examples: ClassificationExamples
  classification_runs: ClassificationRuns
  classifier_versions: ClassifierVersions
  classifier_columns: ClassifierColumns
  reactions: Reactions
  reaction_counts: ReactionCounts
  follows: Follows
  prayer_lists: PrayerLists
  prayer_list_items: PrayerListItems
  reminders: Reminders
  groups: Groups
  memberships: Memberships
  group_invites: GroupInvites
  reports: Reports
  decisions: Decisions
  checks: Checks
  content: Content
  content_versions: ContentVersions
  content_drafts: ContentDrafts
  notification_reads: NotificationReads
  notifications: Notifications
  themes: Themes
  settings: Settings
  audit_log: AuditLog
  jobs: Jobs
  events: Events
  idempotency_keys: IdempotencyKeys
  rate_limits: RateLimits
}
