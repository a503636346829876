import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertKinds, heldReasons, reactionTypes, statuses, visibilities } from '../../contract/prayers.values.ts'
import { appearances, roles, textSizes, userStatuses } from '../../contract/users.values.ts'
import { decisionKinds, messageTemplates } from '../../contract/decisions.values.ts'
import { doubts, versionReasons } from '../../contract/classifications.values.ts'
import { languages } from '../../contract/fields.ts'
import { engine as engineName } from '../test/app.ts'
import { sharedFolder } from '../test/folder.ts'
import { copyNewSite, newSiteUrl } from '../test/new-site.ts'
import { describeSchema } from './describe-schema.ts'
import { readExpectedSchema, readMigrations } from './migrations.ts'
import { type OpenDatabase, migrate, openDatabase } from './open.ts'
import { compareSchema } from './schema-check.ts'
import { publications } from './tables/columns.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const sites = sharedFolder()

let database: OpenDatabase
const open = async (): Promise<void> => {
  const data_dir = mkdtempSync(path.join(sites, 'of-'))
  const database_url = engineName === 'postgres' ? await newSiteUrl() : undefined
  if (engineName === 'sqlite') await copyNewSite(data_dir)
  database = openDatabase({ data_dir, database_url })
  await migrate(database)
}
const close = (): Promise<void> => database.db.destroy()

describe('the schema that the migrations make', () => {
  let found: string[]
  beforeAll(async () => {
    await open()
    found = await describeSchema(database.db, engineName)
  })
  afterAll(close)

  it('is written down: after a new migration, npm run schema', () => {
    expect(found.length).toBeGreaterThan(150)
    expect(found).toEqual(readExpectedSchema(engineName))
  })

  it('has a migration of the same name for the other engine, and no two of one number', () => {
    const [names, others] = (['sqlite', 'postgres'] as const).map((engine) =>
      readMigrations(engine).map(([name]) => name),
    )
    expect(names).toEqual(others)
    expect(names?.map((name) => name.slice(0, 4))).toEqual(names?.map((_, index) => String(index + 1).padStart(4, '0')))
  })

  it('was made by migrations that never changed', () => {
    const digests = Object.fromEntries(
      readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .toSorted()
        .map((file) => [
          file,
          createHash('sha256')
            .update(readFileSync(path.join(folder, file)))
            .digest('hex'),
        ]),
    )
    expect(JSON.parse(readFileSync(path.join(folder, 'digests.json'), 'utf8'))).toEqual(digests)
  })

  // A value that is added to one of these lists needs a migration.
  it.each([
    ['users.role', roles],
    ['users.status', userStatuses],
    ['prayers.language', languages],
    ['prayer_updates.language', languages],
    ['translations.target', languages],
    ['content.language', languages],
    ['preferences.preferred_language', languages],
    ['users.mail_language', languages],
    ['preferences.appearance', appearances],
    ['preferences.text_size', textSizes],
    ['prayers.visibility', visibilities],
    ['prayer_edits.visibility', visibilities],
    ['prayers.status', statuses],
    ['prayer_updates.status', statuses],
    ['prayers.publication', publications],
    ['prayer_updates.publication', publications],
    ['prayers.held_reason', heldReasons],
    ['prayers.alert', alertKinds],
    ['reactions.type', reactionTypes],
    ['decisions.decision', decisionKinds],
    ['decisions.template', messageTemplates],
    ['classifications.doubt', doubts],
    ['classifier_versions.reason', versionReasons],
  ])('lets %s hold every value of the contract, and no other', (column, values) => {
    const [table = '', name = ''] = column.split('.')
    const text = found.filter((line) =>
      line.startsWith(engineName === 'sqlite' ? `table ${table}:` : `constraint ${table}.`),
    )
    const check = new RegExp(
      engineName === 'sqlite' ? `check \\(${name} in \\((.*?)\\)\\)` : `CHECK \\(${name} = ANY \\(ARRAY\\[(.*?)\\]`,
      'i',
    )
    const [allowed] = text.flatMap((line) => check.exec(line)?.[1] ?? [])
    const stored = [...(allowed ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '')
    expect(new Set(stored)).toEqual(new Set<string>(values))
  })
})

describe('a database whose schema differs', () => {
  beforeEach(open)
  afterEach(close)

  it.each([
    ['a column', 'alter table users drop column deletion_by', 'column users.deletion_by is missing'],
    ['a table', 'drop table reminders', 'table reminders is missing'],
    ['a column too many', 'alter table users add column secret text', 'column users.secret isn’t part of Oremus'],
    [
      'a rule too many',
      'create unique index one_each on prayers (author_id, title)',
      'index one_each isn’t part of Oremus',
    ],
    [
      'another index of that name',
      'drop index prayers_held; create index prayers_held on prayers (held_at)',
      'index prayers_held is different',
    ],
  ])('by %s is refused with what differs and what to do, and left as it is', async (_, harm, difference) => {
    for (const statement of harm.split('; ')) await sql.raw(statement).execute(database.db)
    const before = await describeSchema(database.db, engineName)
    await expect(migrate(database)).rejects.toThrow(
      `This database isn’t as the migrations make it: ${difference}. We haven’t touched it. ` +
        'Start the version that made it, or put back a backup',
    )
    expect(await describeSchema(database.db, engineName)).toEqual(before)
  })

  it.each([
    [
      'trigger',
      `drop trigger prayers_translations${engineName === 'postgres' ? ' on prayers' : ''}`,
      'trigger prayers_translations is missing',
    ],
    ['unique index', 'drop index themes_one_default', 'index themes_one_default is missing'],
  ])('by a missing %s is refused with the statement that mends it', async (_, harm, difference) => {
    await sql.raw(harm).execute(database.db)
    const refusal = await migrate(database).then(
      () => '',
      (error: unknown) => String(error),
    )
    expect(refusal).toContain(`${difference}. We haven’t touched it. Run this on the database and start again: `)
    await sql.raw(refusal.slice(refusal.indexOf('start again: ') + 'start again: '.length, -1)).execute(database.db)
    expect(await migrate(database)).toEqual({ migrations: [], mended: [] })
  })

  it('by a missing index starts after making it, also twice at once', async () => {
    await sql`drop index prayers_held`.execute(database.db)
    const made = await Promise.all([migrate(database), migrate(database)])
    expect(made.flatMap(({ mended }) => mended)[0]).toMatch(/^create index prayers_held on /i)
    expect(await migrate(database)).toEqual({ migrations: [], mended: [] })
  })

  it.runIf(engineName === 'postgres')('by a rule that was not checked for the rows there is refused', async () => {
    await sql`alter table groups drop constraint groups_joining_check`.execute(database.db)
    await sql`alter table groups add constraint groups_joining_check check (joining in ('open', 'request'))`.execute(
      database.db,
    )
    await expect(migrate(database)).rejects.toThrow('constraint groups.groups_joining_check is different')
  })

  it('by tables and indexes of its administrator starts', async () => {
    await sql`create table parish_statistics (id integer primary key)`.execute(database.db)
    await sql`create index of_parish on prayers (author_id, created_at)`.execute(database.db)
    await migrate(database)
    expect(await compareSchema(database)).toEqual({ missing: [], unknown: [] })
  })
})
