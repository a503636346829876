import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listBackups } from '../../../backups/make.ts'
import { verifyBackup } from '../../../backups/manifest.ts'
import { type CheckName, checkNames } from '../../../../contract/checks.ts'
import { readMigrations } from '../../../db/migrations.ts'
import { engine } from '../../../test/app.ts'
import { takeNewMails } from '../../../test/mail.ts'
import { eachTestApp, sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'

describe('the checks of a site', () => {
  // One of the checks asks the clock of the machine.
  const app = eachTestApp({ environment: { BACKUPS: engine === 'sqlite' ? 'on' : 'off' }, time: Date.now })
  let peter: { as: string }
  const run = async (name: CheckName) => (await app.ask('checks.run', { name }, peter)).data
  const listed = async (name: CheckName) =>
    (await app.ask('checks.list', {}, peter)).data.find((check) => check.name === name)
  beforeEach(async () => {
    peter = { as: await app.signIn('peter') }
  })

  it('are listed before any was tried', async () => {
    const { data } = await app.ask('checks.list', {}, peter)
    expect(data.map(({ name }) => name)).toEqual(checkNames)
    expect(data.every(({ outcome, succeeded_at }) => outcome === null && succeeded_at === null)).toBe(true)
  })

  it('try each promise for real', async () => {
    for (const [name, outcome] of [
      ['write', 'written'],
      ['integrity', engine === 'sqlite' ? 'quick_check' : 'consistent_read'],
      ['migrations', 'newest'],
      ['replicas', 'none'],
      ['clock', 'agrees'],
      ['disk', 'enough'],
      ['classifier', 'recognised'],
      ['backup', engine === 'sqlite' ? 'backed_up' : 'elsewhere'],
    ] as const) {
      const check = await run(name)
      expect(check).toMatchObject({ name, outcome, is_well: true })
      expect(check.ms).toBeGreaterThanOrEqual(0)
      expect(check.succeeded_at).toBe(check.checked_at)
      expect(await listed(name)).toEqual(check)
    }
  })

  it.runIf(engine === 'sqlite')('tell of the backup that is made every day by itself', async () => {
    await app.runJobs()
    await expect.poll(() => listed('backup')).toMatchObject({ outcome: 'backed_up' })
    const [made, ...others] = listBackups(app.ctx.config)
    expect(others).toEqual([])
    expect((await verifyBackup(made ?? '')).manifest.inventory['categories']?.rows).toBeGreaterThan(0)
    // An hour later the backup is still recent enough.
    app.advance(3_600_000)
    await app.runJobs()
    expect(listBackups(app.ctx.config)).toEqual([made])
  })

  it('leave no row of the trial behind', async () => {
    await run('write')
    expect(await app.ctx.db.selectFrom('checks').select('name').execute()).toEqual([{ name: 'write' }])
  })

  it('wait for a job that the worker does', async () => {
    app.app.worker.start()
    expect(await run('worker')).toMatchObject({ outcome: 'answered', is_well: true })
  })

  it('are answered however long they take: those of a large site outlast an idle connection', async () => {
    const { server } = app.app.server
    server.setTimeout(1000)
    const isIdle = Promise.withResolvers<void>()
    server.once('request', ({ socket }) => void socket.once('timeout', () => isIdle.resolve()))
    const check = run('worker')
    await isIdle.promise
    app.app.worker.start()
    expect(await check).toMatchObject({ outcome: 'answered', is_well: true })
  })

  it('say that a migration is missing', async () => {
    const { db } = app.ctx
    await db.deleteFrom('kysely_migration' as 'users').execute()
    const all = readMigrations(engine).length
    expect(await run('migrations')).toMatchObject({ outcome: 'behind', is_well: false, detail: { all, missing: all } })
  })

  it('keep when one last succeeded, and say that it fails now', async () => {
    const { succeeded_at } = await run('clock')
    app.advance(60_000)
    peter = { as: await app.signIn('peter') }
    const failed = await run('clock')
    expect(failed).toMatchObject({
      outcome: 'apart',
      is_well: false,
      detail: { seconds: expect.closeTo(60, 0) },
      succeeded_at,
    })
    expect(failed.checked_at).not.toBe(succeeded_at)
    expect(await listed('clock')).toEqual(failed)
  })

  it('tell only the log what nobody foresaw', async () => {
    app.ctx.classifier = () => {
      throw new Error('the model file is unreadable')
    }
    const check = await run('classifier')
    expect(check).toMatchObject({ outcome: 'failed', is_well: false })
    expect(JSON.stringify(check)).not.toContain('unreadable')
  })

  it('send a mail to the administrator who asks, and to nobody else', async () => {
    expect(await run('mail')).toMatchObject({ outcome: 'in_folder', is_well: false })
    const mails = await takeNewMails(app.ctx.config.data_dir)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [['peter@example.org'], 'Confirm your email address for Oremus'],
    ])
    expect(mails[0]?.link.path).toBe('/verify-email')
  })

  it('describe the server', async () => {
    await app.runJobs()
    const { data } = await app.ask('checks.server', {}, peter)
    expect(data).toMatchObject({ engine, mail: 'folder', jobs_failed: 0 })
    expect(data.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(data.engine_version).toMatch(/^\d+\.\d+/)
    expect(data.database_bytes).toBeGreaterThan(10_000)
    expect(data.last_job_at).not.toBeNull()
    expect(data.is_quiet).toBe(false)
    app.advance(3 * 3_600_000)
    peter = { as: await app.signIn('peter') }
    expect((await app.ask('checks.server', {}, peter)).data.is_quiet).toBe(true)
  })
})

describe('a test mail', () => {
  let refuses = false
  const smtp = sharedSmtp({
    onRcptTo: (address, _session, done) =>
      done(refuses ? Object.assign(new Error(`${address.address}: no`), { responseCode: 550 }) : null),
  })
  const app = sharedTestApp(() => ({
    limit_scale: 1,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'site@example.org' },
  }))
  let peter: { as: string }
  beforeAll(async () => void (peter = { as: await app.signIn('peter') }))
  const run = () => app.ask('checks.run', { name: 'mail' }, peter)

  it('is handed in to the mail server at once', async () => {
    expect((await run()).data).toMatchObject({ outcome: 'handed_in', is_well: true })
    expect(smtp.received.map(({ envelope }) => envelope)).toEqual([['peter@example.org']])
    expect((await app.ask('checks.server', {}, peter)).data.mail).toBe('server')
  })

  it('says that it was refused, in words that hold no address', async () => {
    refuses = true
    const { data } = await run()
    expect(data).toMatchObject({ outcome: 'refused', is_well: false })
    expect(data.detail['error']).toContain('550')
    expect(JSON.stringify(data)).not.toContain('peter@')
  })

  it('cannot be asked for without end', async () => {
    const answers = []
    for (let index = 0; index < 4; index += 1) answers.push((await run()).status)
    expect(answers).toEqual([200, 200, 200, 429])
    // Whoever has tried too often still confirms their address.
    expect((await app.ask('emails.resend', {}, peter)).status).toBe(200)
  })
})
