import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { readLastRestore, recordAudit } from '../audit/audit.ts'
import { backup } from '../cli/backup.ts'
import { restore as command } from '../cli/restore.ts'
import { openDatabase } from '../db/open.ts'
import { openCase } from '../features/community/prayers/care-cases.commands.ts'
import { replayDeletions } from '../features/site/personal-data/deletion-replay.ts'
import { engine } from '../test/app.ts'
import { newFolder } from '../test/folder.ts'
import { writeSetting } from '../settings/settings.ts'
import { makePrayer, makeUser } from '../test/make.ts'
import { newSiteUrl } from '../test/new-site.ts'
import { callCommand, cleanEnvironment } from '../test/programs.ts'
import { restoring } from '../test/restoring.ts'
import { newTestApp } from '../test/shared-app.ts'
import { untilUnused } from '../test/unused.ts'
import { lockFolder } from './folder.ts'
import { comparedTables } from './lost.ts'
import { listBackups, makeBackup } from './make.ts'
import { parseBackupTime } from './names.ts'
import { restoreBackup } from './restore.ts'

describe.runIf(engine === 'postgres')('going back on PostgreSQL', () => {
  // A pooler keeps connections for a while.
  const PATIENT = { timeout: 15_000, interval: 200 }
  /** Options that cut a restore off with the database empty: the time is asked for once more then. */
  const cutOff = (): Partial<typeof restoring> => {
    let isPrepared = false
    return {
      finish: async (...args) => {
        await restoring.finish(...args)
        isPrepared = true
      },
      clock: () => {
        if (isPrepared) throw new Error('cut off')
        return new Date()
      },
    }
  }
  /** A site of two requests, the second of them deleted after its backup was made. */
  const startSite = async () => {
    const folder = newFolder()
    const DATABASE_URL = await newSiteUrl()
    const start = () => newTestApp({ folder, environment: { DATABASE_URL } })
    const app = await start()
    const hannah = await app.person('hannah')
    const [kept, deleted] = [await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah)]
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    await app.ask('prayers.delete', { id: deleted }, { as: await app.signIn('hannah') })
    const restore = (more: Partial<typeof restoring> = {}) =>
      restoreBackup({ data_dir: folder, database_url: DATABASE_URL }, file, { ...restoring, ...more })
    const restoreUnused = async (more: Partial<typeof restoring> = {}) => {
      await untilUnused(DATABASE_URL)
      return await restore({ lose_newer: true, ...more })
    }
    return { folder, DATABASE_URL, start, app, hannah, kept, deleted, restore, restoreUnused }
  }

  it('waits for servers to stop, loses nothing newer unless told to, and keeps what was there', async () => {
    const { folder, start, hannah, kept, deleted, restore, ...site } = await startSite()
    let { app } = site
    app.advance(5000)
    const newer = await makePrayer(app.ctx, hannah)
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
  })

  it('deletes again what was deleted also where the first attempt was cut off with the database empty', async () => {
    const { folder, start, app, hannah, kept, deleted, restoreUnused } = await startSite()
    await makePrayer(app.ctx, hannah)
    await app.stop()
    await expect(restoreUnused(cutOff())).rejects.toThrow('cut off')
    // A refusal leaves what was kept for the next attempt.
    await expect(restoreUnused({ lose_newer: false })).rejects.toThrow('lost by going back')
    const restored = await restoreUnused()
    expect(restored.deletions).toEqual({ users: [], prayers: [deleted] })
    expect(existsSync(restored.former ?? '')).toBe(true)
    expect(readdirSync(path.join(folder, 'backups')).filter((name) => name.endsWith('.cut-off'))).toEqual([])
    const again = await start()
    expect((await again.ask('prayers.list')).data.items.map(({ id }) => id)).toEqual([kept])
  })

  it('deletes it again also where a server began a new site after the attempt that was cut off', async () => {
    const { folder, start, app, kept, deleted, restoreUnused } = await startSite()
    await app.stop()
    await expect(restoreUnused(cutOff())).rejects.toThrow('cut off')
    // The machine was switched on again, and its server with it.
    await (await start()).stop()
    expect((await restoreUnused()).deletions).toEqual({ users: [], prayers: [deleted] })
    expect(readdirSync(path.join(folder, 'backups')).filter((name) => name.endsWith('.cut-off'))).toEqual([])
    const again = await start()
    expect((await again.ask('prayers.list')).data.items.map(({ id }) => id)).toEqual([kept])
  })

  it('deletes nothing that others keep in the same database', async () => {
    const { folder, DATABASE_URL, app, restoreUnused } = await startSite()
    await app.stop()
    const ask = async (...statements: string[]) => {
      const database = openDatabase({ data_dir: folder, database_url: DATABASE_URL })
      try {
        const answers: unknown[] = []
        for (const statement of statements) answers.push((await sql.raw(statement).execute(database.db)).rows)
        return answers
      } finally {
        await database.db.destroy()
      }
    }
    await ask(
      'create table singers (name text primary key)',
      `insert into singers values ('Anna')`,
      `create function count_voices() returns integer language sql as 'select 4'`,
      'create view voices as select count_voices() as count',
    )
    await expect(restoreUnused()).rejects.toThrow('tables that aren’t the site’s: singers.')
    expect(await ask('select name from singers')).toEqual([[{ name: 'Anna' }]])
    await ask('create schema choir', 'alter table singers set schema choir')
    await restoreUnused()
    expect(await ask('select name from choir.singers', 'select count from voices')).toEqual([
      [{ name: 'Anna' }],
      [{ count: 4 }],
    ])
  })
})

describe.runIf(engine === 'sqlite')('going back', () => {
  it('is nothing that a second server could meddle with: it does not start on the same folder', () => {
    const folder = newFolder()
    const release = lockFolder(folder)
    const start = () =>
      execFileSync(process.execPath, ['server/main.ts'], {
        env: { ...cleanEnvironment, DATA_DIR: folder, PORT: '0' },
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 20_000,
      })
    expect(start).toThrow('A server is using the data folder')
    expect(readdirSync(folder).filter((name) => name.startsWith('oremus.db'))).toEqual([])
    release()
  })

  it('loses nothing that is newer unless told to, deletes again what was deleted, and keeps what was there', async () => {
    const folder = newFolder()
    let app = await newTestApp({ folder })
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
    await expect(restoreBackup(config, file, restoring)).rejects.toThrow('requests: 1')
    const restored = await restoreBackup(config, file, { ...restoring, lose_newer: true })
    expect(restored.deletions).toEqual({ users: [leaver], prayers: [deleted] })
    const former = new DatabaseSync(restored.former ?? '', { readOnly: true })
    expect(former.prepare('select count(*) as count from prayers where id = ?').get(newer)?.['count']).toBe(1)
    former.close()
    app = await newTestApp({ folder })
    const { data } = await app.ask('prayers.list')
    expect(data.items.map(({ id, author }) => [id, author === null])).toEqual(
      expect.arrayContaining([
        [kept, false],
        [nameless, true],
      ]),
    )
    expect(data.items).toHaveLength(2)
  })

  it('leaves to the care team whose request a moderator removed, and not who deleted their own', async () => {
    const folder = newFolder()
    let app = await newTestApp({ folder })
    const hannah = await app.person('hannah')
    const [removed, deleted] = [await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah)]
    for (const id of [removed, deleted]) await app.ctx.transaction((ctx) => openCase(ctx, id, 'report'))
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    const remove = { ids: [removed], act: 'delete', reason: 'A reason.' }
    await app.ask('moderations.act', remove, { as: await app.signIn('ruth') })
    await app.ask('prayers.delete', { id: deleted }, { as: await app.signIn('hannah') })
    await app.stop()

    const config = { data_dir: folder, database_url: undefined }
    const restored = await restoreBackup(config, file, { ...restoring, lose_newer: true })
    expect(restored.deletions?.prayers.toSorted()).toEqual([removed, deleted].toSorted())
    app = await newTestApp({ folder })
    const left = await app.ctx.db.selectFrom('care_cases').select('prayer_request_id').execute()
    expect(left).toEqual([{ prayer_request_id: removed }])
    expect((await app.ask('prayers.list')).data.items).toEqual([])
  })

  it('knows of every table whether going back loses something with it', async () => {
    const folder = newFolder()
    const app = await newTestApp({ folder })
    await app.stop()
    const database = new DatabaseSync(path.join(folder, 'oremus.db'), { readOnly: true })
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table' and name not glob 'search_words_*'
        and name not glob 'kysely_*' and name not glob 'sqlite_*'`)
      .all()
      .map(({ name }) => String(name))
    database.close()
    expect(comparedTables.toSorted()).toEqual(tables.toSorted())
  })

  it('says what would be lost: bans, pages and settings too, even where the clock was set back', async () => {
    const folder = newFolder()
    let app = await newTestApp({ folder })
    const ruth = await app.person('ruth')
    const tomas = await app.person('tomas')
    await app.ask('invitations.create', { email: 'new@example.org' }, { as: await app.signIn('peter') })
    await app.stop()
    app = await newTestApp({ folder })
    const { file } = await makeBackup(app.ctx.config, '0.1.0', () => new Date('2099-01-01'))
    const { file: newest } = await makeBackup(app.ctx.config, '0.1.0', () => new Date('2099-01-02'))
    await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', tomas).execute()
    // The site itself notes that the mail has left.
    await app.ctx.db.updateTable('invitations').set({ mail: 'sent' }).execute()
    await app.ctx.db.updateTable('content').set({ title: 'Our imprint' }).where('slug', '=', 'imprint').execute()
    await app.ctx.transaction(async (write) => {
      await writeSetting(write, ruth, 'sign_up_mode', 'invite')
      await recordAudit(write, ruth, { action: 'accounts.suspend', target_type: 'user', target_id: tomas })
    })
    await app.stop()
    const restored = restoreBackup({ data_dir: folder, database_url: undefined }, file, restoring)
    const error = String(await restored.catch((reason: unknown) => reason))
    const lines = error.split('\n').filter((line) => line.startsWith('  '))
    expect(lines).toEqual([
      '  people: 1',
      expect.stringMatching(/^ {2}pages: \d+$/),
      '  settings: 1',
      '  lines of the activity log: 2',
    ])
    expect(error).toContain('--lose-newer')
    const undone = { ...restoring, lose_newer: true, clock: () => new Date('2026-05-20') }
    const formers = []
    for (const one of [newest, file])
      formers.push((await restoreBackup({ data_dir: folder, database_url: undefined }, one, undone)).former)
    // In the same second the database of before keeps its name.
    expect(new Set(formers).size).toBe(2)
    const former = new DatabaseSync(formers[0] ?? '', { readOnly: true })
    expect(former.prepare('select status from users where id = ?').get(tomas)?.['status']).toBe('suspended')
    former.close()
  })

  it('needs a word when the present database cannot be read, and keeps it', async () => {
    const folder = newFolder()
    const app = await newTestApp({ folder })
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    await app.stop()
    const elsewhere = path.join(folder, 'a.backup')
    copyFileSync(file, elsewhere)
    // Otherwise the pages in the write-ahead log could still be read.
    for (const part of ['-wal', '-shm']) rmSync(path.join(folder, `oremus.db${part}`), { force: true })
    writeFileSync(path.join(folder, 'oremus.db'), 'this was a database')
    const config = { data_dir: folder, database_url: undefined }
    await expect(restoreBackup(config, elsewhere, restoring)).rejects.toThrow('can’t be read')
    const { former } = await restoreBackup(config, elsewhere, { ...restoring, lose_newer: true })
    expect(readFileSync(former ?? '', 'utf8')).toBe('this was a database')
  })

  it('and making a backup are commands of the machine', async () => {
    const folder = newFolder()
    const app = await newTestApp({ folder })
    await app.stop()
    const on = { DATA_DIR: folder, DATABASE_URL: app.ctx.config.database_url ?? '' }
    const run = (...words: string[]): string =>
      execFileSync(process.execPath, words, { env: { ...process.env, ...on }, encoding: 'utf8' })
    const [file = ''] = run('server/cli/backup.ts').split('\n')
    expect(existsSync(file)).toBe(true)
    expect((await callCommand(backup, ['list'], on)).output).toContain(file)
    expect((await callCommand(backup, ['verify', file], on)).output).toContain('is complete')
    expect(run('server/cli/restore.ts', file)).toContain('Everyone has to sign in again')
    const again = await newTestApp({ folder })
    const made = parseBackupTime(file).slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
    expect((await readLastRestore(again.ctx.db))?.backup.slice(0, made.length)).toBe(made)
    const { data } = await again.ask('audit.list', {}, { as: await again.signIn('peter') })
    expect(data.items[0]).toMatchObject({ action: 'backups.restore', actor_id: null, reason: null })
    await again.stop()
    // What the restore itself wrote is lost by the next one, and said.
    expect((await callCommand(command, [file], on)).complaint).toContain('lines of the activity log: 1')
  })
})
