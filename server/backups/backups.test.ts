import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildInventory, diffInventories, isEmptyDatabase } from '../db/copy.ts'
import { migrate, openDatabase, openDatabaseFile } from '../db/open.ts'
import { readConfig } from '../config.ts'
import { buildContext } from '../context.ts'
import { engine } from '../test/app.ts'
import { isFull } from '../test/depth.ts'
import { newFolder, sharedFolder } from '../test/folder.ts'
import { makeGroup, makePrayer, makeUpdate, makeUser } from '../test/make.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { cleanEnvironment } from '../test/programs.ts'
import { restoring } from '../test/restoring.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { untilUnused } from '../test/unused.ts'
import { lockFolder } from './folder.ts'
import { listBackups, makeBackup } from './make.ts'
import { selectOutdated } from './names.ts'
import { verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readSeal, sealBackup } from './seal.ts'

/** What becomes of the file, whichever engine it came from. */
const itOfFile = it.runIf(engine === 'sqlite' || isFull)

describe('a backup', () => {
  const folder = sharedFolder()
  const app = sharedTestApp({ folder })
  let words: string
  let prayer: string
  const now = () => new Date()

  beforeAll(async () => {
    const hannah = await app.person('hannah')
    words = `Für Großmutter 祈り ${randomUUID()}`
    prayer = await makePrayer(app.ctx, hannah, { content: words })
    await makeUpdate(app.ctx, hannah, prayer)
    await makeGroup(app.ctx, [hannah, await app.person('tomas')])
    await app.ask('prayers.pray', { id: prayer }, { as: await app.signIn('tomas') })
    await app.runJobs()
    // Counts are written behind: nothing changes any more while two states are compared.
    await app.app.limits.flush()
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

  itOfFile('is made beside a table of another program without a key, as Litestream’s, and is whole', async () => {
    await sql`create table _litestream_lock (id integer)`.execute(app.ctx.db)
    const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
    await sql`drop table _litestream_lock`.execute(app.ctx.db)
    const { inventory } = (await verifyBackup(file)).manifest
    expect([inventory['prayers']?.rows, inventory['_litestream_lock']]).toEqual([1, undefined])
  })

  itOfFile.each([
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
      const empty = newFolder()
      await harm(file)
      const restored = restoreBackup({ data_dir: empty, database_url: undefined }, file, restoring)
      await expect(restored).rejects.toThrow(/damaged|isn’t a backup|newer/)
      expect(readdirSync(empty)).toEqual([])
    },
  )

  itOfFile('is refused while a server uses the folder', async () => {
    const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
    const empty = newFolder()
    const release = lockFolder(empty)
    const restored = restoreBackup({ data_dir: empty, database_url: undefined }, file, restoring)
    await expect(restored).rejects.toThrow('A server is using the data folder')
    release()
  })

  it('brings a site back elsewhere: its words, its key, nobody signed in, no mail sent again', async () => {
    const token = await app.signIn('hannah')
    await app.ask('passwords.forgot', { email: 'hannah@example.org' })
    const invited = await app.ask('invitations.create', { email: 'new@example.org' }, { as: await app.signIn('peter') })
    await app.ctx.db.updateTable('invitations').set({ mail: 'waiting' }).where('id', '=', invited.data.id).execute()
    const { file } = await makeBackup(app.ctx.config, '0.1.0', now)
    await app.ctx.db.deleteFrom('invitations').execute()
    const elsewhere = newFolder()
    await restoreBackup({ data_dir: elsewhere, database_url: undefined }, file, restoring)
    const key = (data_dir: string) => readFileSync(path.join(data_dir, 'token.key'))
    expect(key(elsewhere).equals(key(folder))).toBe(true)
    const ctx = await buildContext(readConfig({ DATA_DIR: elsewhere }), pino({ level: 'silent' }))
    const { content } = await ctx.db.selectFrom('prayers').select('content').executeTakeFirstOrThrow()
    expect(content).toBe(words)
    const waiting = await ctx.db.selectFrom('jobs').select('kind').where('status', '=', 'queued').execute()
    expect(waiting.filter(({ kind }) => /^(mail|passwords)\./.test(kind))).toEqual([])
    const invitations = await ctx.db.selectFrom('invitations').select('mail').execute()
    expect(invitations, 'whoever invited sees that nobody was written to').toEqual([{ mail: 'refused' }])
    const living = await ctx.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()
    expect(living).toEqual([])
    await ctx.close()
    expect(token).not.toBe('')
  })

  itOfFile('is told apart from what must not be restored over it', async () => {
    const files = [
      'oremus-2026-11-21T20-00-00Z.backup',
      'oremus-2026-11-21T08-00-00Z.backup',
      'oremus-2026-11-20T08-00-00Z.backup',
      'oremus-2026-11-18T08-00-00Z.backup',
    ]
    expect(selectOutdated(files, 2)).toEqual([files[1], files[3]])
    expect(listBackups(app.ctx.config)).toEqual([])
  })

  itOfFile('never takes the place of another, nor is it removed at once', async () => {
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

  itOfFile('leaves nothing behind when it fails: half a copy would keep the disk full', async () => {
    const key = path.join(folder, 'token.key')
    renameSync(key, `${key}.away`)
    try {
      await expect(makeBackup(app.ctx.config, '0.1.0', now)).rejects.toThrow('token.key')
    } finally {
      renameSync(`${key}.away`, key)
    }
    expect(readdirSync(path.join(folder, 'backups')).filter((name) => name.startsWith('oremus-'))).toEqual([])
  })

  itOfFile('is not begun where the disk has no room for one like the last', async () => {
    const backups = path.join(folder, 'backups')
    const last = 'oremus-2020-01-01T00-00-00Z.backup'
    mkdirSync(backups)
    writeFileSync(path.join(backups, last), '')
    truncateSync(path.join(backups, last), 2 ** 43)
    await expect(makeBackup(app.ctx.config, '0.1.0', now)).rejects.toThrow('and a backup needs 8796102 MB. Make room.')
    expect(listBackups(app.ctx.config).map((file) => path.basename(file))).toEqual([last])
  })

  itOfFile('ends those that it outdates first where there is no room beside them, never the newest', async () => {
    const backups = path.join(folder, 'backups')
    const [newest = '', ...older] = ['04', '03', '02', '01'].map((day) => `oremus-2020-01-${day}T00-00-00Z.backup`)
    mkdirSync(backups)
    const write = (name: string, bytes: number) => {
      writeFileSync(path.join(backups, name), '')
      truncateSync(path.join(backups, name), bytes)
    }
    for (const name of [newest, ...older]) write(name, 2 ** 43)
    const leftBy = async (backup_keep: number) => {
      // Files of holes alone take no room, and give none.
      await expect(makeBackup({ ...app.ctx.config, backup_keep }, '0.1.0', now)).rejects.toThrow('Make room.')
      return listBackups(app.ctx.config).map((file) => path.basename(file))
    }
    expect(await leftBy(4)).toEqual([newest, ...older.slice(0, 2)])
    expect(await leftBy(1)).toEqual([newest])
    write(older[0] ?? '', 0)
    expect(await leftBy(1), 'not where that would not be enough').toEqual([newest, older[0]])
  })

  itOfFile('is handed to the operator’s command, and says when that fails', async () => {
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
    const elsewhere = newFolder()
    const database_url = await newDatabaseUrl()
    await restoreBackup({ data_dir: elsewhere, database_url }, file, restoring)
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
    const foreign = newFolder()
    await expect(restoreBackup({ data_dir: foreign, database_url }, file, restoring)).rejects.toThrow('not empty')
    const { former } = await restoreBackup({ data_dir: elsewhere, database_url }, file, restoring)
    expect((await verifyBackup(former ?? '')).manifest.inventory['prayers']).toEqual(here['prayers'])
    const again = await makeBackup({ ...app.ctx.config, data_dir: elsewhere, database_url }, '0.1.0', now)
    expect((await verifyBackup(again.file)).manifest.inventory['prayers']).toEqual(here['prayers'])
  })
})

// At full depth alone: what carries the rows is tried above, there and back.
describe.runIf(engine === 'postgres' && isFull)('moving', () => {
  it('to PostgreSQL and back keeps every row, and overwrites nothing', async () => {
    const [here, there] = [newFolder(), newFolder()]
    const DATABASE_URL = await newDatabaseUrl()
    const ctx = await buildContext(readConfig({ DATA_DIR: here }), pino({ level: 'silent' }))
    await makePrayer(ctx, await makeUser(ctx), { content: 'Für Großmutter 祈り' })
    const before = await buildInventory(ctx.database)
    await ctx.close()
    const move = (DATA_DIR: string, direction: string): string =>
      execFileSync(process.execPath, ['server/cli/move.ts', direction], {
        env: { ...cleanEnvironment, DATA_DIR, DATABASE_URL },
        encoding: 'utf8',
        stdio: 'pipe',
      })
    // As moves leave it that were cut off before their rows were there.
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
    expect(() => move(here, 'sqlite-to-postgres')).toThrow(/The database \w+ is not empty, and nothing was copied/)
    const running = await buildContext(readConfig({ DATA_DIR: here, DATABASE_URL }), pino({ level: 'silent' }))
    await vi.waitFor(() => expect(() => move(there, 'postgres-to-sqlite')).toThrow('A server is using'))
    await running.close()
    await untilUnused(DATABASE_URL)
    expect(move(there, 'postgres-to-sqlite')).toContain('All are the same')
    expect(() => move(there, 'postgres-to-sqlite')).toThrow('Move it away first')
    const moved = openDatabaseFile(path.join(there, 'oremus.db'), { read_only: true })
    expect(diffInventories(before, await buildInventory(moved))).toEqual([])
    await moved.db.destroy()
    expect(existsSync(path.join(there, 'moving'))).toBe(false)
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
