import type { DatabaseSync } from 'node:sqlite'

/** The things that going back to a backup can lose, in the words of the command, and the tables that hold it. */
const kinds: Record<string, readonly string[]> = {
  requests: ['prayers', 'prayer_edits', 'prayer_categories', 'quiet_alerts'],
  updates: ['prayer_updates'],
  'prayers and reactions': ['prayed', 'reactions', 'follows'],
  people: ['users', 'sign_ups'],
  'people’s settings': [
    'preferences',
    'passkeys',
    'totp_secrets',
    'recovery_codes',
    'push_devices',
    'security_events',
    'calendar_feeds',
  ],
  news: ['notifications', 'notification_reads'],
  'prayer lists and reminders': ['prayer_lists', 'prayer_list_items', 'reminders'],
  groups: ['groups'],
  'members and readers of groups': ['memberships', 'group_readers', 'group_reader_asks', 'group_removals'],
  invitations: ['invitations', 'group_invites'],
  'reports and decisions': ['reports', 'decisions'],
  'cases of people in danger': ['care_cases', 'care_case_entries'],
  pages: ['content', 'content_drafts', 'content_versions'],
  settings: ['settings'],
  themes: ['themes'],
  categories: ['categories', 'classification_examples'],
  'lines of the activity log': ['audit_log'],
}

/** Tables whose rows belong to a moment, or are made anew from others. */
const passing = [
  'checks',
  'classification_runs',
  'classifications',
  'classifier_columns',
  'classifier_versions',
  'events',
  'idempotency_keys',
  'jobs',
  'one_time_tokens',
  'passkey_challenges',
  'push_messages',
  'rate_limits',
  'reaction_counts',
  'search_places',
  'search_words',
  'sent_mails',
  'sessions',
  'sign_in_codes',
  'today_prayers',
  'translations',
]

/** Every table that the comparison knows, once. */
export const comparedTables = [...Object.values(kinds).flat(), ...passing]

/** Columns that follow from other rows, or that the site moves on by itself. */
const DERIVED = new Set(
  (
    'pray_count update_count prayer_count member_count waiting_order last_activity_at search_folded summary_at summary_since ' +
    'summary_until summary_mail_at ask_at mail_at remind_at asked_at expected_told_at alert_model counter last_used_at last_step ' +
    'seen_at sent_at today_made_for mail'
  ).split(' '),
)

/** Kinds of what is lost, and how many rows of each. */
export type Lost = Record<string, number>

/**
 * Counts the rows of the live database (`main`) that the attached `backup` does not hold as they are. Rows are compared, not
 * times: a clock that was set back hides nothing. What was deleted is not lost, so requests and updates that are gone do not count, nor
 * that a row has lost the person it named.
 */
export function countLost(database: DatabaseSync): Lost {
  const columnsOf = (schema: string, table: string): string[] =>
    database
      .prepare(`select name from pragma_table_info(?, ?)`)
      .all(table, schema)
      .map(({ name }) => String(name))
  const unlinked = (table: string): Set<unknown> =>
    new Set(
      database
        .prepare(`select "from" as name from pragma_foreign_key_list(?, 'main') where on_delete = 'SET NULL'`)
        .all(table)
        .map(({ name }) => name),
    )
  const count = (table: string): number => {
    const before = new Set(columnsOf('backup', table))
    const now = columnsOf('main', table)
    if (now.length === 0) return 0
    const kept = table === 'prayers' || table === 'prayer_updates' ? `where publication != 'deleted'` : ''
    const rows = (schema: string, columns: string): string => `select ${columns} from ${schema}.${table}`
    const left = unlinked(table)
    const shared = now.filter((name) => before.has(name) && !DERIVED.has(name) && !left.has(name))
    const columns = shared.map((name) => `"${name}"`).join(', ')
    const newer =
      before.size === 0 ? rows('main', '1') : `${rows('main', columns)} ${kept} except ${rows('backup', columns)}`
    return Number(database.prepare(`select count(*) as count from (${newer})`).get()?.['count'])
  }
  const counted = Object.entries(kinds).map(([kind, tables]): [string, number] => [
    kind,
    tables.map(count).reduce((sum, one) => sum + one, 0),
  ])
  return Object.fromEntries(counted.filter(([, rows]) => rows > 0))
}

/** One line for each kind, indented. */
export const formatLost = (lost: Lost): string[] => Object.entries(lost).map(([kind, rows]) => `  ${kind}: ${rows}`)
