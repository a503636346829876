import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLastRestore, recordAudit } from '../audit/audit.ts'
import { buildInventory, diffInventories, isEmptyDatabase } from '../db/copy.ts'
import { migrate, openDatabase, openDatabaseFile } from '../db/open.ts'
import { readConfig } from '../config.ts'
import { buildContext } from '../context.ts'
import { replayDeletions } from '../features/site/personal-data/deletion-replay.ts'
import { type TestApp, engine, startTestApp } from '../test/app.ts'
import { writeSetting } from '../settings/settings.ts'
import { makeGroup, makePrayer, makeUpdate, makeUser } from '../test/make.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { lockFolder } from './folder.ts'
import { comparedTables } from './lost.ts'
import { listBackups, makeBackup, parseBackupTime, selectOutdated } from './make.ts'
import { verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readSeal, sealBackup } from './seal.ts'

const options = {
  lose_newer: false,
  clock: () => new Date(),
  finish: async (data_dir: string, gone: { users: string[]; prayers: string[] }) => {
    const ctx = await buildContext(readConfig({ DATA_DIR: data_dir }), pino({ level: 'silent' }))
    try {
      await replayDeletions(ctx, gone)
    } finally {
      await ctx.close()
    }
  },
}

describe('a backup', () => {
  let app: TestApp
  let folder: string
  let words: string
  let prayer: string
  const now = () => new Date()

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'oremus-backup-'))
    app = await startTestApp({ folder })
    const hannah = await app.person('hannah')
    words = `Für Großmutter 祈り ${randomUUID()}`
    prayer = await makePrayer(app.ctx, hannah, { content: words })
    await makeUpdate(app.ctx, hannah, prayer)
    await makeGroup(app.ctx, [hannah, await app.person('tomas')])
    await app.ask('prayers.pray', { id: prayer }, { as: await app.signIn('tomas') })
    await app.runJobs()
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => rmSync(path.join(folder, 'backups'), { recursive: true, force: true }))

  it('holds every row, while the site goes on, and is its owner’s alone', async () => {
    const before = await buildInventory(app.ctx.database)
    const made = await makeBackup(app.ctx.config, '0.1.0', now)
    const { inventory } = (await verifyBackup(made.file)).manifest
    expect(diffInventories(before, inventory)).toEqual([])
    expect(inventory['prayers']?.rows).toBe(1)
    expect(statSync(made.file).mode & 0o777).toBe(0o600)
    expect(readdirSync(path.dirname(made.file)).filter((name) => name.includes('partial'))).toEqual([])
  })

  it.each([
    ['a bit has changed', (file: string) => flip(file)],
    ['its end is missing', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -5000))],
    ['a row is missing', (file: string) => changeAndSeal(file, 'delete from prayed')],
    ['it is another program’s', (file: string) => writeFileSync(file, 'SQLite format 3\0 or so')],
    [
      'it is of a newer version',
      (file: string) => changeAndSeal(file, `insert into kysely_migration values ('9999-later', '2030-01-01')`),
    ],
  ] as [string, (file: string) => void | Promise<void>][])(
    'is refused when %s, and nothing is touched',
    async (_, harm) => {
      const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
      const empty = mkdtempSync(path.join(tmpdir(), 'oremus-restore-'))
      await harm(file)
      const restored = restoreBackup({ data_dir: empty, database_url: undefined }, file, options)
      await expect(restored).rejects.toThrow(/damaged|isn’t a backup|newer/)
      expect(readdirSync(empty)).toEqual([])
      rmSync(empty, { recursive: true })
    },
  )

  it('is refused while a server uses the folder', async () => {
    const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
    const empty = mkdtempSync(path.join(tmpdir(), 'oremus-restore-'))
    const release = lockFolder(empty)
    const restored = restoreBackup({ data_dir: empty, database_url: undefined }, file, options)
    await expect(restored).rejects.toThrow('A server is using the data folder')
    release()
    rmSync(empty, { recursive: true })
  })

  it('brings a site back elsewhere: its words, its key, nobody signed in, no mail sent again', async () => {
    const token = await app.signIn('hannah')
    await app.ask('passwords.forgot', { email: 'hannah@example.org' })
    const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'oremus-restore-'))
    await restoreBackup({ data_dir: elsewhere, database_url: undefined }, file, options)
    const key = (data_dir: string) => readFileSync(path.join(data_dir, 'token.key'))
    expect(key(elsewhere).equals(key(folder))).toBe(true)
    const ctx = await buildContext(readConfig({ DATA_DIR: elsewhere }), pino({ level: 'silent' }))
    const { content } = await ctx.db.selectFrom('prayers').select('content').executeTakeFirstOrThrow()
    expect(content).toBe(words)
    const waiting = await ctx.db.selectFrom('jobs').select('kind').where('status', '=', 'queued').execute()
    expect(waiting.filter(({ kind }) => kind.startsWith('mail.'))).toEqual([])
    const living = await ctx.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()
    expect(living).toEqual([])
    await ctx.close()
    expect(token).not.toBe('')
    rmSync(elsewhere, { recursive: true })
  })

  it('is told apart from what must not be restored over it', async () => {
    const files = [
      'oremus-2026-11-21T20-00-00Z.backup',
      'oremus-2026-11-21T08-00-00Z.backup',
      'oremus-2026-11-20T08-00-00Z.backup',
      'oremus-2026-11-18T08-00-00Z.backup',
    ]
    expect(selectOutdated(files, 2)).toEqual([files[1], files[3]])
    expect(listBackups(app.ctx.config)).toEqual([])
  })

  it('never takes the place of another, nor is it removed at once', async () => {
    const at = (time: string) => () => new Date(`2026-05-20T${time}.000Z`)
    const make = async (time: string) =>
      path.basename((await makeBackup({ ...app.ctx.config, backup_keep: 1 }, '0.1.0', at(time))).file)
    const [first, copy, later, earlier] = ['12-00-00', '12-00-01', '12-00-02', '09-00-00'].map(
      (time) => `oremus-2026-05-20T${time}Z.backup`,
    )
    const names = () => readdirSync(path.join(folder, 'backups')).filter((name) => name.startsWith('oremus-'))
    expect(await make('12:00:00')).toBe(first)
    // Nothing that a look for the file would find.
    symlinkSync('elsewhere', path.join(folder, 'backups', copy ?? ''))
    expect(await make('12:00:00')).toBe(later)
    // The clock was set back.
    expect(await make('09:00:00')).toBe(earlier)
    expect(names().toSorted()).toEqual([earlier, later])
  })

  it('is handed to the operator’s command, and says when that fails', async () => {
    const taken = path.join(folder, 'taken')
    const config = { ...app.ctx.config, backup_command: `cp "$BACKUP_FILE" "${taken}"` }
    await makeBackup(config, '0.1.0', now)
    expect((await verifyBackup(taken)).manifest.version).toBe('0.1.0')
    await expect(makeBackup({ ...config, backup_command: 'exit 3' }, '0.1.0', now)).rejects.toThrow(
      'BACKUP_COMMAND failed (3)',
    )
  })

  it.runIf(engine === 'postgres')('goes into PostgreSQL and comes from there, row by row the same', async () => {
    const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'oremus-restore-'))
    const database_url = await newDatabaseUrl()
    await restoreBackup({ data_dir: elsewhere, database_url }, file, options)
    const postgres = openDatabase({ data_dir: elsewhere, database_url })
    const backup = openDatabaseFile(file, { read_only: true })
    const [there, here] = [await buildInventory(postgres), await buildInventory(backup)]
    // Only these tables change on restore.
    expect(
      diffInventories(there, here).every((name) =>
        /^(sessions|one_time_tokens|jobs|idempotency_keys|notifications)$/.test(name),
      ),
    ).toBe(true)
    expect(there['prayers']).toEqual(here['prayers'])
    // Full-text search finds the same text.
    await Promise.all([postgres.db.destroy(), backup.db.destroy()])
    // A folder without its key belongs to another site, or is a mistake.
    const foreign = mkdtempSync(path.join(tmpdir(), 'oremus-restore-'))
    await expect(restoreBackup({ data_dir: foreign, database_url }, file, options)).rejects.toThrow('not empty')
    rmSync(foreign, { recursive: true })
    const { former } = await restoreBackup({ data_dir: elsewhere, database_url }, file, options)
    expect((await verifyBackup(former ?? '')).manifest.inventory['prayers']).toEqual(here['prayers'])
    const again = await makeBackup({ ...app.ctx.config, data_dir: elsewhere, database_url }, '0.1.0', now)
    expect((await verifyBackup(again.file)).manifest.inventory['prayers']).toEqual(here['prayers'])
    rmSync(elsewhere, { recursive: true })
  })
})

describe.runIf(engine === 'postgres')('moving', () => {
  it('to PostgreSQL and back keeps every row, and overwrites nothing', async () => {
    const [here, there] = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'oremus-move-'))) as [string, string]
    const DATABASE_URL = await newDatabaseUrl()
    const ctx = await buildContext(readConfig({ DATA_DIR: here }), pino({ level: 'silent' }))
    await makePrayer(ctx, await makeUser(ctx), { content: 'Für Großmutter 祈り' })
    const before = await buildInventory(ctx.database)
    await ctx.close()
    const move = (DATA_DIR: string, direction: string): string =>
      execFileSync(process.execPath, ['server/cli/move.ts', direction], {
        env: { PATH: process.env.PATH, DATA_DIR, DATABASE_URL },
        encoding: 'utf8',
        stdio: 'pipe',
      })
    // As moves leave it that were cut off before their rows were there: see `npm run bench -- faults --only moves`.
    const target = openDatabase({ data_dir: there, database_url: DATABASE_URL })
    await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
      target.db,
    )
    expect(await isEmptyDatabase(target)).toBe(true)
    await migrate(target)
    expect(await isEmptyDatabase(target)).toBe(true)
    await target.db.destroy()
    mkdirSync(path.join(there, 'moving'))
    writeFileSync(path.join(there, 'moving/oremus.db'), 'a part')
    expect(move(here, 'sqlite-to-postgres')).toContain('All are the same')
    expect(() => move(here, 'sqlite-to-postgres')).toThrow('The target is not empty')
    expect(move(there, 'postgres-to-sqlite')).toContain('All are the same')
    expect(() => move(there, 'postgres-to-sqlite')).toThrow('Move it away first')
    const moved = openDatabaseFile(path.join(there, 'oremus.db'), { read_only: true })
    expect(diffInventories(before, await buildInventory(moved))).toEqual([])
    await moved.db.destroy()
    expect(existsSync(path.join(there, 'moving'))).toBe(false)
    for (const folder of [here, there]) rmSync(folder, { recursive: true })
  })
})

describe.runIf(engine === 'postgres')('going back on PostgreSQL', () => {
  // A pooler keeps connections for a while.
  const PATIENT = { timeout: 15_000, interval: 200 }

  it('waits for servers to stop, loses nothing newer unless told to, and keeps what was there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    const DATABASE_URL = await newDatabaseUrl()
    const start = () => startTestApp({ folder, environment: { DATABASE_URL } })
    let app = await start()
    const hannah = await app.person('hannah')
    const [kept, deleted] = [await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah)]
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    await app.ask('prayers.delete', { id: deleted }, { as: await app.signIn('hannah') })
    app.advance(5000)
    const newer = await makePrayer(app.ctx, hannah)
    const restore = (more: Partial<typeof options> = {}) =>
      restoreBackup({ data_dir: folder, database_url: DATABASE_URL }, file, { ...options, ...more })
    await vi.waitFor(() => expect(restore()).rejects.toThrow('A server is using the database'), PATIENT)
    await app.stop()

    const withoutServers = async (work: () => Promise<unknown>) =>
      await vi.waitFor(async () => {
        const error = await work().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        if (String(error).includes('A server is using')) throw error
        return error
      }, PATIENT)
    const refused = await withoutServers(() => restore())
    expect(String(refused)).toContain('requests: 1')
    expect(readdirSync(path.join(folder, 'backups')).filter((name) => name.startsWith('before-'))).toEqual([])
    app = await start()
    expect((await app.ask('prayers.list')).data.items.map(({ id }) => id)).toEqual([newer, kept])
    await app.stop()

    let former: string | undefined
    const error = await withoutServers(async () => {
      const restored = await restore({ lose_newer: true, clock: () => new Date(Date.now() + 60_000) })
      expect(restored.deletions).toEqual({ users: [], prayers: [deleted] })
      former = restored.former
      expect(listBackups({ data_dir: folder })).not.toContain(former)
    })
    expect(error).toBe(undefined)
    app = await start()
    expect((await app.ask('prayers.list')).data.items.map(({ id }) => id)).toEqual([kept])
    await app.stop()
    const before = new DatabaseSync(former ?? '', { readOnly: true })
    expect(before.prepare('select count(*) as count from prayers where id = ?').get(newer)?.['count']).toBe(1)
    before.close()
    rmSync(folder, { recursive: true })
  })
})

describe.runIf(engine === 'sqlite')('going back', () => {
  it('is nothing that a second server could meddle with: it does not start on the same folder', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    const release = lockFolder(folder)
    const start = () =>
      execFileSync(process.execPath, ['server/main.ts'], {
        env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0' },
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 20_000,
      })
    expect(start).toThrow('A server is using the data folder')
    expect(readdirSync(folder).filter((name) => name.startsWith('oremus.db'))).toEqual([])
    release()
    rmSync(folder, { recursive: true })
  })

  it('loses nothing that is newer unless told to, deletes again what was deleted, and keeps what was there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    let app = await startTestApp({ folder })
    const [hannah, leaver] = [await app.person('hannah'), await makeUser(app.ctx)]
    const [kept, deleted, nameless] = [
      await makePrayer(app.ctx, hannah),
      await makePrayer(app.ctx, hannah),
      await makePrayer(app.ctx, leaver),
    ]
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    await app.ask('prayers.delete', { id: deleted }, { as: await app.signIn('hannah') })
    await replayDeletions(app.ctx, { users: [leaver], prayers: [] })
    app.advance(5000)
    const newer = await makePrayer(app.ctx, hannah)
    await app.stop()

    const config = { data_dir: folder, database_url: undefined }
    await expect(restoreBackup(config, file, options)).rejects.toThrow('requests: 1')
    const restored = await restoreBackup(config, file, { ...options, lose_newer: true })
    expect(restored.deletions).toEqual({ users: [leaver], prayers: [deleted] })
    const former = new DatabaseSync(restored.former ?? '', { readOnly: true })
    expect(former.prepare('select count(*) as count from prayers where id = ?').get(newer)?.['count']).toBe(1)
    former.close()
    app = await startTestApp({ folder })
    const { data } = await app.ask('prayers.list')
    expect(data.items.map(({ id, author }) => [id, author === null])).toEqual(
      expect.arrayContaining([
        [kept, false],
        [nameless, true],
      ]),
    )
    expect(data.items).toHaveLength(2)
    await app.stop()
    rmSync(folder, { recursive: true })
  })

  it('knows of every table whether going back loses something with it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    const app = await startTestApp({ folder })
    await app.stop()
    const database = new DatabaseSync(path.join(folder, 'oremus.db'), { readOnly: true })
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table' and name not glob 'search_words_*'
        and name not glob 'kysely_*' and name not glob 'sqlite_*'`)
      .all()
      .map(({ name }) => name)
    database.close()
    expect(comparedTables.toSorted()).toEqual(tables.toSorted())
    rmSync(folder, { recursive: true })
  })

  it('says what would be lost: bans, pages and settings too, even where the clock was set back', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    let app = await startTestApp({ folder })
    const ruth = await app.person('ruth')
    const tomas = await app.person('tomas')
    await app.stop()
    app = await startTestApp({ folder })
    const { file } = await makeBackup(app.ctx.config, '0.1.0', () => new Date('2099-01-01'))
    const { file: newest } = await makeBackup(app.ctx.config, '0.1.0', () => new Date('2099-01-02'))
    await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', tomas).execute()
    await app.ctx.db.updateTable('content').set({ title: 'Our imprint' }).where('slug', '=', 'imprint').execute()
    await app.ctx.transaction(async (write) => {
      await writeSetting(write, ruth, 'sign_up_mode', 'invite')
      await recordAudit(write, ruth, { action: 'accounts.suspend', target_type: 'user', target_id: tomas })
    })
    await app.stop()
    const restored = restoreBackup({ data_dir: folder, database_url: undefined }, file, options)
    const error = String(await restored.catch((reason: unknown) => reason))
    const lines = error.split('\n').filter((line) => line.startsWith('  '))
    expect(lines).toEqual([
      '  people: 1',
      expect.stringMatching(/^ {2}pages: \d+$/),
      '  settings: 1',
      '  lines of the activity log: 2',
    ])
    expect(error).toContain('--lose-newer')
    const undone = { ...options, lose_newer: true, clock: () => new Date('2026-05-20') }
    const formers = []
    for (const one of [newest, file])
      formers.push((await restoreBackup({ data_dir: folder, database_url: undefined }, one, undone)).former)
    // In the same second the database of before keeps its name.
    expect(new Set(formers).size).toBe(2)
    const former = new DatabaseSync(formers[0] ?? '', { readOnly: true })
    expect(former.prepare('select status from users where id = ?').get(tomas)?.['status']).toBe('suspended')
    former.close()
    rmSync(folder, { recursive: true })
  })

  it('needs a word when the present database cannot be read, and keeps it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    const app = await startTestApp({ folder })
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    await app.stop()
    const elsewhere = path.join(folder, 'a.backup')
    copyFileSync(file, elsewhere)
    // Otherwise the pages in the write-ahead log could still be read.
    for (const part of ['-wal', '-shm']) rmSync(path.join(folder, `oremus.db${part}`), { force: true })
    writeFileSync(path.join(folder, 'oremus.db'), 'this was a database')
    const config = { data_dir: folder, database_url: undefined }
    await expect(restoreBackup(config, elsewhere, options)).rejects.toThrow('can’t be read')
    const { former } = await restoreBackup(config, elsewhere, { ...options, lose_newer: true })
    expect(readFileSync(former ?? '', 'utf8')).toBe('this was a database')
    rmSync(folder, { recursive: true })
  })

  it('and making a backup are commands of the machine', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oremus-back-'))
    const app = await startTestApp({ folder })
    await app.stop()
    const on = { DATA_DIR: folder, DATABASE_URL: app.ctx.config.database_url ?? '' }
    const run = (...words: string[]): string =>
      execFileSync(process.execPath, words, { env: { ...process.env, ...on }, encoding: 'utf8' })
    const [file = ''] = run('server/cli/backup.ts').split('\n')
    expect(existsSync(file)).toBe(true)
    expect(run('server/cli/backup.ts', 'list')).toContain(file)
    expect(run('server/cli/backup.ts', 'verify', file)).toContain('is complete')
    expect(run('server/cli/restore.ts', file)).toContain('Everyone has to sign in again')
    const again = await startTestApp({ folder })
    const made = parseBackupTime(file).slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
    expect((await readLastRestore(again.ctx.db))?.backup.slice(0, made.length)).toBe(made)
    const { data } = await again.ask('audit.list', {}, { as: await again.signIn('peter') })
    expect(data.items[0]).toMatchObject({ action: 'backups.restore', actor_id: null, reason: null })
    await again.stop()
    // What the restore itself wrote is lost by the next one, and said.
    expect(() => run('server/cli/restore.ts', file)).toThrow('lines of the activity log: 1')
    rmSync(folder, { recursive: true })
  })
})

/** Changes the content of a backup and seals it with its own key again. */
async function changeAndSeal(file: string, statement: string): Promise<void> {
  truncateSync(file, (await readSeal(file)).content_bytes)
  const database = new DatabaseSync(file)
  const { manifest } = database.prepare('select manifest from oremus_backup').get() as { manifest: string }
  database.exec(statement)
  database.close()
  const { token_key } = JSON.parse(manifest) as { token_key: string }
  await sealBackup(file, Buffer.from(token_key, 'base64'))
}

/** Changes one bit in the middle of a page that is in use. */
function flip(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf('Für Großmutter')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}
