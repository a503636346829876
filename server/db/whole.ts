import { type Kysely, sql } from 'kysely'
import { type Engine, SchemaError } from './engine.ts'
import type { Schema } from './schema.ts'

const tables = Object.keys({
  users: true,
  preferences: true,
  sessions: true,
  one_time_tokens: true,
  totp_secrets: true,
  recovery_codes: true,
  passkeys: true,
  passkey_challenges: true,
  invitations: true,
  sent_mails: true,
  security_events: true,
  categories: true,
  prayers: true,
  prayer_edits: true,
  prayer_updates: true,
  translations: true,
  prayed: true,
  prayer_categories: true,
  classifications: true,
  classification_examples: true,
  classification_runs: true,
  classifier_versions: true,
  classifier_columns: true,
  reactions: true,
  reaction_counts: true,
  follows: true,
  prayer_lists: true,
  prayer_list_items: true,
  reminders: true,
  groups: true,
  memberships: true,
  group_invites: true,
  reports: true,
  decisions: true,
  checks: true,
  content: true,
  content_versions: true,
  content_drafts: true,
  notification_reads: true,
  notifications: true,
  themes: true,
  settings: true,
  audit_log: true,
  jobs: true,
  events: true,
  idempotency_keys: true,
  rate_limits: true,
} satisfies Record<keyof Schema, true>)

interface DatabaseHandle {
  db: Kysely<Schema>
  engine: Engine
}

async function listTables({ db, engine }: DatabaseHandle): Promise<Set<string>> {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{
          name: string
        }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Refuses a database that has tables of this program but no record of migrations: it was copied partially by another
 * tool, because a migration is applied completely or not at all. Changes nothing.
 */
export async function checkMigrationRecord(database: DatabaseHandle): Promise<void> {
  // Keep this order: another process that is migrating commits both at once.
  const existing = await listTables(database)
  if (!tables.some((name) => existing.has(name))) return
  const { rows } = existing.has('kysely_migration')
    ? await sql`select name from kysely_migration`.execute(database.db)
    : { rows: [] }
  if (rows.length === 0)
    throw new SchemaError(
      'This database has tables of this program, but not the record of their version. It was left untouched. ' +
        'Put back a backup, or name an empty database.',
    )
}

/** Refuses a database of the newest version in which a table is missing. */
export async function checkTables(database: DatabaseHandle): Promise<void> {
  const existing = await listTables(database)
  const missing = tables.filter((name) => !existing.has(name))
  if (missing.length > 0)
    throw new SchemaError(`This database is not whole: ${missing.join(', ')} is missing. Put back a backup.`)
}
