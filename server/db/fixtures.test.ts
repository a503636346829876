import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { restoreBackup } from '../backups/restore.ts'
import { engine } from '../test/app.ts'
import { newTestApp } from '../test/shared-app.ts'
import { depth } from '../test/depth.ts'
import { newFolder } from '../test/folder.ts'
import { people } from '../test/people.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { restoring } from '../test/restoring.ts'
import { buildInventory, copyDatabase, diffInventories } from './copy.ts'
import { readMigrations } from './migrations.ts'
import { type OpenDatabase, migrate, openDatabase, openDatabaseFile } from './open.ts'
import { compareSchema } from './schema-check.ts'

const fixtures = path.join(import.meta.dirname, 'fixtures')
/** Databases of releases (`0.1.0`), and of migrations (`0001-init`) as the program that ended with them made them. */
const versions = readdirSync(fixtures).map((name) => name.replace(/\.backup\.gz$/, ''))
const migrationSites = versions.filter((name) => /^\d{4}-/.test(name)).toSorted()
const releases = versions.filter((name) => !migrationSites.includes(name))

/**
 * Tables that restoring a backup changes intentionally: sessions and links in mails are invalidated, queued mails are
 * deleted.
 */
const CHANGED_BY_RESTORE = ['idempotency_keys', 'jobs', 'one_time_tokens', 'sessions']
/** Since it there are messages to devices; those that wait are deleted. */
const PUSH_DEVICES = '0008-push-devices'
/** Since it there are summaries of groups; addresses that wait to be asked are not asked. */
const GROUP_SUMMARIES = '0009-group-summaries'
/** Since it has this column, notices that wait for an email wait no longer either. */
const MAILED_NOTICES = '0004-mailed-notices'

/** Tables whose rows a migration changes on purpose. */
const CHANGED_BY_MIGRATION: Record<string, string[]> = {
  // Ids of earlier texts told when an anonymous author changed theirs.
  '0002-sign-ups-removals-edit-ids': ['prayer_edits'],
  // Categories that the classifier gave below the threshold are taken away.
  '0003-agreed-corrections-zones-of-reminders': ['categories', 'prayer_categories'],
  // Queues the job that indexes the words anew.
  '0013-words-by-their-stems': ['jobs'],
}

/** Returns the tables that the migrations after this one change on purpose. */
const changedSince = (migration: string): string[] =>
  Object.entries(CHANGED_BY_MIGRATION)
    .flatMap(([name, tables]) => (name > migration ? tables : []))
    .toSorted()

/** Returns the newest migration that was applied to a database. */
async function newestMigration({ db }: OpenDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]?.name ?? ''
}

it('each migration and each release has a site that it made', () => {
  const released = [
    ...readFileSync(path.join(fixtures, '../../../CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm),
  ]
  expect(versions).toEqual(expect.arrayContaining(readMigrations(engine).map(([name]) => name)))
  expect(versions).toEqual(expect.arrayContaining(released.map(([, version]) => version)))
})

describe.each([...migrationSites.slice(-depth.upgrades), ...releases])('a site of %s', (version) => {
  let folder: string
  let file: string
  let database_url: string | undefined
  beforeEach(async () => {
    folder = newFolder()
    file = path.join(folder, 'a.backup')
    writeFileSync(file, gunzipSync(readFileSync(path.join(fixtures, `${version}.backup.gz`))), { mode: 0o600 })
    database_url = engine === 'postgres' ? await newDatabaseUrl() : undefined
  })

  it('comes back row for row the same, a row in every table, has the form of a new site, and serves its people', async () => {
    const { manifest } = await restoreBackup({ data_dir: folder, database_url }, file, restoring)
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/)
    const empty = Object.entries(manifest.inventory).filter(([, { rows }]) => rows === 0)
    expect(empty).toEqual([])

    const backup = openDatabaseFile(file, { read_only: true })
    const restored = openDatabase({ data_dir: folder, database_url })
    // Additions of a later version are not compared.
    const made_by = await newestMigration(backup)
    const changed = new Set([
      ...CHANGED_BY_RESTORE,
      ...(made_by >= MAILED_NOTICES ? ['notifications'] : []),
      ...(made_by >= PUSH_DEVICES ? ['push_messages'] : []),
      ...(made_by >= GROUP_SUMMARIES ? ['group_readers'] : []),
      ...changedSince(made_by),
    ])
    expect(diffInventories(await buildInventory(backup), await buildInventory(restored, backup))).toEqual(
      [...changed].toSorted(),
    )
    expect(await compareSchema(restored)).toEqual({ missing: [], unknown: [] })

    // No category of a machine that was hardly sure is left, and those that are left are counted.
    const counts = await sql<{ key: string; kept: number; counted: number }>`select key, prayer_count as kept, (
      select count(*) from prayer_categories link join prayers on prayers.id = link.prayer_request_id
      where link.category_id = categories.id and publication = 'published' and visibility = 'public'
        and status <> 'archived') as counted from categories`.execute(restored.db)
    const unsure = await sql`select 1 from prayer_categories where is_machine_generated and confidence < 0.5`.execute(
      restored.db,
    )
    expect(counts.rows.filter(({ kept, counted }) => kept !== counted)).toEqual([])
    expect(unsure.rows).toEqual([])
    await Promise.all([backup, restored].map(({ db }) => db.destroy()))

    // It serves its people as before.
    const app = await newTestApp({ folder, environment: { DATABASE_URL: database_url ?? '' } })
    const { data: page } = await app.ask('prayers.list')
    const { rows } = await sql<{ count: number }>`select count(*) as count from prayers
      where publication = 'published' and visibility = 'public' and status <> 'archived'`.execute(app.ctx.db)
    expect(page.items.length).toBeGreaterThan(5)
    expect(page.items).toHaveLength(Math.min(20, Number(rows[0]?.count)))
    const { data: session } = await app.ask('sessions.sign_in', {
      email: people.hannah.email,
      password: 'kyrie-eleison-demo',
    })
    const { data: found } = await app.ask('prayers.list', { mine: true }, { as: session.token })
    expect(found.items.some(({ content }) => content.startsWith('Für Großmutter 祈り'))).toBe(true)
  })

  it('is upgraded in place on this engine, and keeps every row', async () => {
    const backup = openDatabaseFile(file, { read_only: true })
    const to = await newestMigration(backup)
    expect(/^\d{4}-/.test(version) ? version : to).toBe(to)
    const site = openDatabase({ data_dir: folder, database_url })
    const before = await copyDatabase(backup, site, (target) => migrate(target, { to }))
    await migrate(site)
    // Additions of a later migration are not compared.
    expect(diffInventories(before, await buildInventory(site, backup))).toEqual(changedSince(to))
    expect(await compareSchema(site)).toEqual({ missing: [], unknown: [] })
    await Promise.all([backup, site].map(({ db }) => db.destroy()))
  })
})
