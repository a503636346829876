import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { CompiledQuery, sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { engine as engineName, startTestApp } from '../test/app.ts'
import { newFolder } from '../test/folder.ts'
import { copyNewSite, newSiteUrl } from '../test/new-site.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { cleanEnvironment } from '../test/programs.ts'
import { DamagedDatabaseError } from './engine.ts'
import { type OpenDatabase, migrate, openDatabase, withoutReader } from './open.ts'
import { tables as declared } from './schema.ts'
import { seed } from './seed.ts'

const NOW = '2026-05-09T10:00:00.000Z'

describe('migrations', () => {
  let data_dir: string
  let database_url: string | undefined
  const open = (): OpenDatabase => {
    const database = openDatabase({ data_dir, database_url })
    onTestFinished(() => database.db.destroy())
    return database
  }
  const file = (): string => path.join(data_dir, 'oremus.db')

  beforeEach(async () => {
    data_dir = newFolder()
    database_url = engineName === 'postgres' ? await newDatabaseUrl() : undefined
  })

  /** Opens the database of a new site, which was made once for all tests. */
  const openSite = async (): Promise<OpenDatabase> => {
    if (engineName === 'sqlite') await copyNewSite(data_dir)
    else database_url = await newSiteUrl()
    const database = open()
    await migrate(database)
    return database
  }
  const tables = async ({ db }: OpenDatabase): Promise<string[]> =>
    (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !name.startsWith('kysely_'))

  it('make the tables that are declared, with their columns and no others, and change nothing the second time', async () => {
    const database = open()
    await migrate(database)
    const names = await tables(database)
    const made = await database.db.introspection.getTables()
    const columns = new Map(made.map((table) => [table.name, table.columns.map(({ name }) => name).toSorted()]))
    for (const [name, declaredColumns] of Object.entries(declared))
      expect([name, columns.get(name)]).toEqual([name, Object.keys(declaredColumns).toSorted()])
    await migrate(database)
    expect(await tables(database)).toEqual(names)
  })

  it('run once when two processes start at the same time', async () => {
    const start = `
      const { openDatabase, migrate } = await import(${JSON.stringify(import.meta.resolve('./open.ts'))})
      const { seed } = await import(${JSON.stringify(import.meta.resolve('./seed.ts'))})
      const database = openDatabase(${JSON.stringify({ data_dir, database_url })})
      await migrate(database)
      await seed(database.db, ${JSON.stringify(NOW)})
      await database.db.destroy()`
    const run = promisify(execFile)
    await Promise.all([0, 1, 2].map(() => run(process.execPath, ['--input-type=module', '--eval', start])))
    const { db } = open()
    expect(await db.selectFrom('categories').select('id').execute()).toHaveLength(15)
    expect(await db.selectFrom('themes').select('id').execute()).toHaveLength(5)
  })

  it('refuse a database of a newer program, and leave it as it is', async () => {
    const database = await openSite()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', ${NOW})`.execute(database.db)
    await expect(migrate(database)).rejects.toThrow('newer version')
    await database.db.destroy()
    const start = execFile(process.execPath, ['server/main.ts'], {
      env: { ...cleanEnvironment, DATA_DIR: data_dir, DATABASE_URL: database_url ?? '', PORT: '0' },
    })
    const output = await text(start.stderr ?? process.stdin)
    expect(output).toBe(
      'This database was made by a newer version of Oremus. Start that version, or put back a backup.\n',
    )
  })

  it.each([
    ['the record of its version', 'drop table kysely_migration', 'not the record of their version'],
    ['the rows of that record', 'delete from kysely_migration', 'not the record of their version'],
  ])('refuse a database without %s, and make nothing', async (_, harm, refusal) => {
    const database = await openSite()
    await sql.raw(harm).execute(database.db)
    const left = await tables(database)
    await expect(migrate(database)).rejects.toThrow(refusal)
    expect(await tables(database)).toEqual(left)
  })

  it('let a program of the version before go on while it runs, and not start again', async () => {
    const app = await startTestApp({ folder: data_dir, environment: { DATABASE_URL: database_url ?? '' } })
    const as = await app.signIn('hannah')
    const share = () => app.ask('prayers.create', { content: 'While others are brought up to date' }, { as })
    const before = await share()
    // Changes that a later version may make: see CONTRIBUTING.md.
    for (const statement of [
      'create table later (id text primary key)',
      `alter table prayers add column later text not null default 'x'`,
      'alter table users add column later boolean',
      `insert into kysely_migration (name, timestamp) values ('9999-later', '${NOW}')`,
    ])
      await sql.raw(statement).execute(app.ctx.db)
    const after = await share()
    expect([before.status, after.status]).toEqual([200, 200])
    expect(Object.keys(after.data)).toEqual(Object.keys(before.data))
    const { data } = await app.ask('prayers.list', {}, { as })
    expect(data.items.map(({ id }) => id)).toEqual([after.data.id, before.data.id])
    expect((await app.ask('prayers.pray', { id: after.data.id }, { as: await app.signIn('tomas') })).status).toBe(200)
    await app.runJobs()
    await app.stop()
    await expect(startTestApp({ folder: data_dir, environment: { DATABASE_URL: database_url ?? '' } })).rejects.toThrow(
      'newer version',
    )
  })

  it('leave an anonymous request without lines where its author took none at all', async () => {
    const { db, engine } = open()
    await migrate({ db, engine }, { to: '0020-notices-of-updates' })
    const times = { created_at: NOW, updated_at: NOW }
    const flags = { is_urgent: false, is_guarded: false, about_other: false }
    const [takes, declines, silenced] = [randomUUID(), randomUUID(), randomUUID()]
    for (const author_id of [takes, declines]) {
      const person = { id: author_id, email: `${author_id}@example.org`, display_name: 'Silas', password_hash: 'none' }
      await db
        .insertInto('users')
        .values({ ...person, ...times })
        .execute()
      const preferences = { user_id: author_id, takes_lines: author_id === takes, notify: '{}' }
      await db.insertInto('preferences').values(preferences).execute()
      for (const is_anonymous of [true, false]) {
        const id = is_anonymous && author_id === declines ? silenced : randomUUID()
        const words = { content: 'Please pray.', visibility: 'public' as const, is_anonymous, ...flags, ...times }
        const row = { ...words, id, author_id, listed_at: NOW, last_activity_at: NOW }
        await db.insertInto('prayers').values(row).execute()
      }
    }
    await migrate({ db, engine })
    const rows = await db.selectFrom('prayers').select(['id', 'takes_lines']).$call(withoutReader).execute()
    expect(rows).toHaveLength(4)
    expect(rows.flatMap(({ id, takes_lines }) => (takes_lines ? [] : id))).toEqual([silenced])
  })

  it('leave categories as an admin made them', async () => {
    const database = await openSite()
    await seed(database.db, NOW)
    await database.db.deleteFrom('categories').where('key', '!=', 'health').execute()
    await seed(database.db, NOW)
    expect(await database.db.selectFrom('categories').select('key').execute()).toEqual([{ key: 'health' }])
  })

  it('keep the audit log from being changed', async () => {
    const { db } = await openSite()
    await db
      .insertInto('audit_log')
      .values({ id: '00000000-0000-7000-8000-000000000000', action: 'x', detail: '{}', created_at: NOW })
      .execute()
    await expect(db.updateTable('audit_log').set({ action: 'y' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
  })

  describe.runIf(engineName === 'sqlite')('of the embedded file', () => {
    it('wait for another program that is writing', async () => {
      await open().db.destroy()
      const holds = `
        const { workerData, parentPort } = require('node:worker_threads')
        const { DatabaseSync } = require('node:sqlite')
        const database = new DatabaseSync(workerData)
        database.exec('begin immediate')
        parentPort.postMessage('held')
        setTimeout(() => database.exec('rollback'), 300)`
      const other = new Worker(holds, { eval: true, workerData: file() })
      await once(other, 'message')
      const database = open()
      await migrate(database)
      expect((await tables(database)).length).toBeGreaterThan(25)
      await once(other, 'exit')
    })

    it('acknowledge nothing before it is on disk', async () => {
      const { db } = open()
      const value = async (name: string): Promise<unknown> =>
        Object.values((await db.executeQuery(CompiledQuery.raw(`pragma ${name}`))).rows[0] ?? {})[0]
      expect([await value('journal_mode'), await value('synchronous'), await value('foreign_keys')]).toEqual([
        'wal',
        2,
        1,
      ])
      expect(statSync(data_dir).mode & 0o777).toBe(0o700)
    })

    it.each([
      ['a text', () => Buffer.from('this is not a database, it is a shopping list and it is long')],
      ['a damaged header', (bytes: Buffer) => Buffer.concat([Buffer.alloc(64), bytes.subarray(64)])],
      [
        'a damaged page',
        (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(16_384, 0xab), bytes.subarray(24_576)]),
      ],
      ['half a file', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 8192) * 4096)],
    ])('refuse %s, say so, and overwrite nothing', async (_, damage) => {
      await copyNewSite(data_dir)
      writeFileSync(file(), damage(readFileSync(file())))
      copyFileSync(file(), `${file()}.copy`)
      expect(open).toThrow(DamagedDatabaseError)
      expect(open).toThrow(/damaged.*haven’t touched/)
      expect(readFileSync(file()).equals(readFileSync(`${file()}.copy`))).toBe(true)
    })
  })
})
