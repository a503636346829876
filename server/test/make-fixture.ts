import { createECDH, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { makeBackup } from '../backups/make.ts'
import { readMigrations } from '../db/migrations.ts'
import { readVersion } from '../version.ts'
import { startTestApp } from './app.ts'
import { fillDemo } from './demo.ts'
import { type PersonName, people } from './people.ts'

// `npm run fixture`: saves a database of the newest migration, or else of this release, on which later versions are tested:
// see CONTRIBUTING.md.

const WORDS = 'Für Großmutter 祈り'

/** Fills the site with some of each action of the demo's people. */
async function populateSite(folder: string): Promise<void> {
  const app = await startTestApp({ folder })
  await fillDemo(app.ctx, app.app)
  const tokens = new Map<PersonName, string>()
  for (const name of ['hannah', 'tomas', 'ruth', 'peter'] as const) {
    const { data } = await app.ask('sessions.sign_in', { email: people[name].email, password: 'kyrie-eleison-demo' })
    tokens.set(name, data.token)
  }
  const [hannah, tomas, ruth, peter] = [...tokens.values()].map((as) => ({ as }))
  const act: typeof app.ask = async (...call) => {
    const answer = await app.ask(...call)
    if (answer.status !== 200) throw new Error(`${call[0]} was refused: ${answer.text}`)
    return answer
  }
  const { id } = (
    await act('prayers.create', { content: WORDS }, { ...hannah, headers: { 'idempotency-key': randomUUID() } })
  ).data
  await act('prayers.edit', { id, content: `${WORDS}, der es besser geht` }, hannah)
  await act('reactions.create', { prayer_request_id: id, type: 'amen' }, tomas)
  await act('prayers.follow', { id }, tomas)
  // Leaves an email about a notice waiting for the morning.
  await act('updates.create', { id, content: WORDS }, hannah)
  await app.app.worker.runDue()
  await act('reports.create', { id, report_type: 'other', reason: WORDS }, tomas)
  await act('prayer_lists.create', { name: WORDS }, tomas).then(({ data: list }) =>
    act('prayer_lists.add', { id: list.id, prayer_request_id: id }, tomas),
  )
  const remind_at = new Date(Date.now() + 86_400_000).toISOString()
  await act('prayer_lists.remind', { prayer_request_id: id, remind_at, repeats: 'weekly' }, tomas)
  await act('moderations.act', { ids: [id], act: 'hide', reason: WORDS }, ruth)
  await act('settings.write', { name: 'site_name', value: WORDS }, peter)
  await act('invitations.create', { note: WORDS }, ruth)
  await act('checks.run', { name: 'write' }, peter)
  await act('passwords.forgot', { email: people.tomas.email })
  await app.runJobs()
  // Leaves one mail unsent.
  await act('passwords.forgot', { email: people.hannah.email })
  await app.app.worker.runDue()
  // Leaves a message to a device unsent.
  const device = {
    endpoint: 'https://push.example.org/one',
    keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
  }
  const { id: device_id } = (await act('push_devices.add', device, hannah)).data
  await act('push_devices.try', { id: device_id }, hannah)
  await app.stop()
}

/** Returns a valid value for a column, derived from its name and its table. */
function sampleValue(database: DatabaseSync, table: string, column: { name: string; type: string }): SQLInputValue {
  const foreign = database.prepare('select * from pragma_foreign_key_list(?)').all(table)
  const link = foreign.find(({ from }) => from === column.name)
  if (link) {
    const [of, to] = [String(link['table']), String(link['to'] ?? 'id')]
    // Uses the last person, because the first ones sign in; of requests, one that everybody may read.
    const which =
      of === 'users'
        ? 'order by rowid desc'
        : of === 'prayers'
          ? `where visibility = 'public' and publication = 'published' and not is_guarded`
          : ''
    const row = database.prepare(`select ${to} as value from ${of} ${which} limit 1`).get()
    return row?.['value'] as SQLInputValue
  }
  const { sql } = database.prepare('select sql from sqlite_master where name = ?').get(table) ?? {}
  const allowed = new RegExp(`check \\(${column.name} in \\('([^']*)'`).exec(String(sql))?.[1]
  if (allowed !== undefined) return allowed
  const type = column.type.toLowerCase()
  if (type === 'json') return JSON.stringify({ words: WORDS })
  if (type === 'text')
    return /(_at|_from|_on|until)$/.test(column.name)
      ? new Date().toISOString()
      : /(^|_)(id|by|to|with)$|^cursor$/.test(column.name)
        ? randomUUID()
        : WORDS
  return type === 'real' ? 0.5 : 1
}

/** Adds a row to tables that a server fills rarely, or only with external services. */
function fillEmptyTables(file: string): void {
  const database = new DatabaseSync(file)
  const tables = database
    .prepare(
      `select name from sqlite_master where type = 'table' and sql not like '%virtual%' and name not like 'sqlite%' and name not like 'search%' order by rowid`,
    )
    .all()
    .map(({ name }) => String(name))
  for (const table of tables) {
    if (database.prepare(`select 1 from ${table}`).get()) continue
    const columns = database.prepare('select name, type from pragma_table_info(?)').all(table) as {
      name: string
      type: string
    }[]
    const values = columns.map((column) => sampleValue(database, table, column))
    database
      .prepare(
        `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join()}) values (${columns.map(() => '?').join()})`,
      )
      .run(...values)
    process.stdout.write(`made up: ${table}\n`)
  }
  database.close()
}

const version = readVersion()
const fixtures = path.join(import.meta.dirname, '../db/fixtures')
const newest = readMigrations('sqlite').at(-1)?.[0] ?? ''
const names = [newest, version].map((name) => path.join(fixtures, `${name}.backup.gz`))
const target = names.find((name) => !existsSync(name))
if (target === undefined) {
  process.stderr.write(`There is a database of ${newest} and one of ${version}: they stay as they are.\n`)
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'oremus-fixture-'))
try {
  await populateSite(folder)
  fillEmptyTables(path.join(folder, 'oremus.db'))
  const settings = { data_dir: folder, database_url: undefined, backup_keep: 1, backup_command: undefined }
  const { file, rows } = await makeBackup(settings, version, () => new Date())
  mkdirSync(fixtures, { recursive: true })
  writeFileSync(target, gzipSync(readFileSync(file), { level: 9 }))
  process.stdout.write(`${rows} rows are kept in ${path.relative(process.cwd(), target)}.\n`)
} finally {
  rmSync(folder, { recursive: true })
}
