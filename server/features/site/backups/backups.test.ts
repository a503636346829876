import {
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
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listBackups } from '../../../backups/make.ts'
import { verifyBackup } from '../../../backups/manifest.ts'
import { makeBackupOnThread } from '../../../backups/thread.ts'
import { hasSecondPlace } from '../../../settings/backup-place.ts'
import { engine } from '../../../test/app.ts'
import { eachTestApp, newTestApp } from '../../../test/shared-app.ts'
import { newFolder } from '../../../test/folder.ts'
import { makePrayer } from '../../../test/make.ts'
import { copyAgain } from './backups.commands.ts'

describe('the backups of a site', () => {
  const app = eachTestApp({ environment: { BACKUPS: 'on', BACKUP_KEEP: '3' } })
  let peter: { as: string }
  beforeEach(async () => {
    peter = { as: await app.signIn('peter') }
  })

  const list = async () => (await app.ask('backups.list', {}, peter)).data
  async function make() {
    await app.ask('backups.make', {}, peter)
    await expect.poll(() => list()).toMatchObject({ is_being_made: false })
    const [made] = (await list()).items
    if (made === undefined) throw new Error('There is no backup.')
    return made
  }

  it('are listed with time and size; two administrators who ask at once get one', async () => {
    expect(await list()).toMatchObject({
      is_daily: true,
      keep: 3,
      has_command: false,
      place: null,
      is_being_made: false,
      items: [],
    })
    await app.ask('accounts.set_role', { id: await app.person('miriam'), role: 'admin', reason: 'Helps' }, peter)
    const miriam = { as: await app.signIn('miriam') }
    const answers = await Promise.all([app.ask('backups.make', {}, peter), app.ask('backups.make', {}, miriam)])
    expect(answers.map(({ data }) => data.is_being_made)).toEqual([true, true])
    const { bytes } = await make()
    expect(bytes).toBeGreaterThan(10_000)
    const { config } = app.ctx
    const made = await Promise.all([makeBackupOnThread(config), makeBackupOnThread(config)])
    expect(new Set(made.map(({ file }) => file)).size).toBe(1)
    // The newest of one day is kept.
    expect((await list()).items).toHaveLength(1)
    expect((await app.ask('checks.list', {}, peter)).data).toContainEqual(
      expect.objectContaining({ name: 'backup', outcome: 'backed_up', is_well: true }),
    )
  })

  it('are read to the last row, with what is in them', async () => {
    await makePrayer(app.ctx, await app.person('hannah'))
    const { name } = await make()
    expect((await app.ask('backups.read', { name }, peter)).data).toEqual({ content: { requests: 1, people: 2 } })
    const [file = ''] = listBackups(app.ctx.config)
    truncateSync(file, readFileSync(file).length - 5000)
    expect((await app.ask('backups.read', { name }, peter)).data).toEqual({ content: null })
  })

  it('are found by the names of the list alone', async () => {
    const backups = path.join(app.ctx.config.data_dir, 'backups')
    mkdirSync(backups, { recursive: true })
    writeFileSync(path.join(backups, 'token.key'), 'x')
    const absent = 'oremus-2026-05-20T12-00-00Z.backup'
    for (const name of ['token.key', '../token.key', 'backups/../../token.key', absent, '', '.']) {
      const { status } = await app.ask('backups.read', { name }, peter)
      expect([400, 404], name).toContain(status)
    }
  })

  it('are downloaded with a fresh password, one at a time, as the activity log says', async () => {
    await makePrayer(app.ctx, await app.person('hannah'))
    // More than lies in the buffers of a connection: while nobody reads, it is not sent.
    const row = { key: 'long', value: JSON.stringify('x'.repeat(20_000_000)), updated_at: '2026-05-20T12:00:00.000Z' }
    await app.ctx.db
      .insertInto('settings')
      .values({ ...row, updated_by: null })
      .execute()
    const { name, bytes, created_at } = await make()
    const url = `${app.url}/api/admin/backups/${name}/download`
    const headers = { authorization: `Bearer ${peter.as}`, 'content-type': 'application/json' }
    const download = (signal: AbortSignal | null = null) => fetch(url, { method: 'POST', headers, body: '{}', signal })
    const sent = await download()
    expect(sent.status).toBe(200)
    expect((await app.ask('backups.download', { name }, peter)).problem.code).toBe('backups.busy')
    expect(sent.headers.get('cache-control')).toBe('no-store')
    expect(sent.headers.get('content-type')).toBe('application/octet-stream')
    const file = path.join(app.ctx.config.data_dir, 'received.backup')
    writeFileSync(file, Buffer.from(await sent.arrayBuffer()))
    expect(readFileSync(file).length).toBe(bytes)
    expect((await verifyBackup(file)).manifest.inventory['prayers']?.rows).toBe(1)
    const { data } = await app.ask('audit.list', { action: 'backups.download' }, peter)
    expect(data.items.map(({ to }) => to)).toEqual([[created_at]])

    // Whoever leaves before the end keeps nobody waiting.
    const leaving = new AbortController()
    await download(leaving.signal)
    leaving.abort()
    await vi.waitFor(async () => {
      const next = await download()
      await next.arrayBuffer()
      expect(next.status).toBe(200)
    }, 10_000)

    app.advance(6 * 60_000)
    expect((await app.ask('backups.download', { name }, peter)).problem.code).toBe('sessions.confirmation_needed')
  })

  // On PostgreSQL the command compares, once the servers stand still.
  it.runIf(engine === 'sqlite')('say what going back to one would lose, and how, and change nothing', async () => {
    const hannah = await app.person('hannah')
    const gone = await makePrayer(app.ctx, hannah)
    const { name } = await make()
    const rehearse = async () => (await app.ask('backups.rehearse', { name }, peter)).data
    const nothing = { requests: 0, prayers: 0, updates: 0, people: 0 }
    const before = await rehearse()
    expect(before).toMatchObject({ lost: { ...nothing, others: 0 }, deleted: 0 })
    expect(before.lines.terminal[1]).not.toContain('--lose-newer')
    const prayer = await makePrayer(app.ctx, hannah)
    await app.ask('prayers.pray', { id: prayer }, { as: await app.signIn('tomas') })
    await app.ask('prayers.delete', { id: gone }, { as: await app.signIn('hannah') })
    const after = await rehearse()
    expect(after).toMatchObject({ lost: { requests: 1, prayers: 1, people: 1, updates: 0 }, deleted: 1 })
    expect(after.lines.terminal[1]).toContain(`${name} --data ${app.ctx.config.data_dir} --lose-newer`)
    expect((await app.ask('prayers.one', { id: prayer }, peter)).status).toBe(200)

    app.advance(6 * 60_000)
    expect((await app.ask('backups.rehearse', { name }, peter)).problem.code).toBe('sessions.confirmation_needed')
    peter = { as: await app.signIn('peter') }
    truncateSync(listBackups(app.ctx.config)[0] ?? '', 5000)
    expect((await app.ask('backups.rehearse', { name }, peter)).problem.code).toBe('backups.damaged')
  })

  describe('are copied to a second place', () => {
    let drive: string
    beforeEach(() => {
      drive = newFolder()
    })

    const choose = (folder: string | null) => app.ask('backups.set_place', { folder }, peter)
    const copy = async () => (await app.ask('checks.run', { name: 'backup_copy' }, peter)).data
    const copies = () => readdirSync(drive).filter((name) => name.endsWith('.backup'))

    it('whole, and again when the drive is back', async () => {
      expect(await copy()).toMatchObject({ outcome: 'only_here', is_well: true })
      expect(await hasSecondPlace(app.ctx)).toBe(false)
      expect((await choose(drive)).data).toMatchObject({ place: drive, is_being_made: true })
      expect(await hasSecondPlace(app.ctx)).toBe(true)
      const { name } = await make()
      expect(await copy()).toMatchObject({ outcome: 'copied', is_well: true })
      expect((await verifyBackup(path.join(drive, name))).manifest.version).not.toBe('')
      expect(statSync(path.join(drive, name)).mode & 0o777).toBe(0o600)

      // The folder of a drive that is not plugged in: there, and empty.
      const plugged = `${drive}-plugged`
      renameSync(drive, plugged)
      mkdirSync(drive)
      expect(await copy()).toMatchObject({ outcome: 'place_missing', is_well: false })
      expect(readdirSync(drive)).toEqual([])
      expect((await app.ask('desk.today', {}, peter)).data.health).toMatchObject({ is_checked: false })
      rmSync(drive, { recursive: true })
      renameSync(plugged, drive)
      rmSync(path.join(drive, name))
      // Of a copy of another day that was cut off.
      writeFileSync(path.join(drive, 'oremus-2026-01-01T03-00-00Z.backup.partial'), 'half of it')
      await app.runJobs()
      app.advance(3_600_000)
      await app.runJobs()
      await expect.poll(() => copies()).toHaveLength(1)
      expect(readdirSync(drive).filter((one) => one.endsWith('.partial'))).toEqual([])

      peter = { as: await app.signIn('peter') }
      expect((await choose(null)).data.place).toBe(null)
      expect(copies()).toHaveLength(1)
      const { data } = await app.ask('audit.list', { target_id: 'place' }, peter)
      expect(data.items.map(({ action }) => action)).toEqual(['backups.remove_place', 'backups.set_place'])
    })

    it('also those that `npm run backup` made, which knows of no second place', async () => {
      await choose(drive)
      await make()
      expect(await copy()).toMatchObject({ outcome: 'copied', is_well: true })
      const { file } = await makeBackupOnThread(app.ctx.config)
      expect(copies()).not.toContain(path.basename(file))
      await copyAgain(app.ctx)
      expect(copies()).toEqual([path.basename(file)])
    })

    it('but not into the site itself, to nothing, or to the place of another site', async () => {
      const { data_dir } = app.ctx.config
      mkdirSync(path.join(data_dir, 'backups'), { recursive: true })
      for (const [what, folder, problem] of [
        ['the data folder', () => data_dir, 'inside'],
        ['a folder in it', () => path.join(data_dir, 'backups'), 'inside'],
        ['a link to it', () => linkTo(data_dir), 'inside'],
        ['the folder of the program', () => path.join(import.meta.dirname), 'inside'],
        ['nothing', () => path.join(drive, 'nothing'), 'missing'],
        ['a path that is none', () => 'backups', 'missing'],
        ['a file', () => path.join(data_dir, 'token.key'), 'missing'],
        ['the place of another site', markOther, 'taken'],
      ] as const)
        expect((await choose(folder())).problem.code, what).toBe(`backups.place_${problem}`)
      expect((await list()).place).toBe(null)
    })

    function linkTo(folder: string): string {
      symlinkSync(folder, path.join(drive, 'link'))
      return path.join(drive, 'link')
    }
    function markOther(): string {
      writeFileSync(path.join(drive, 'oremus-backups.txt'), 'of another site')
      return drive
    }

    it('only with a fresh password', async () => {
      app.advance(6 * 60_000)
      expect((await choose(drive)).problem.code).toBe('sessions.confirmation_needed')
      expect(readdirSync(drive)).toEqual([])
    })
  })

  it('are made elsewhere where the environment says so', async () => {
    const other = await newTestApp()
    const as = await other.signIn('peter')
    expect((await other.ask('backups.list', {}, { as })).data.is_daily).toBe(false)
    expect((await other.ask('backups.make', {}, { as })).problem.code).toBe('backups.elsewhere')
  })
})
