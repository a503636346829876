import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ChildCommand } from './child.ts'
import { depth } from './depth.ts'
import { BEGAN_AT } from './time.ts'
import { type TestApp, askOver, engine, startTestApp } from './app.ts'
import { sharedFolder } from './folder.ts'
import { type Smtp, startSmtp } from './mail.ts'
import { type Replica, newDatabaseUrl, startPrimary, startReplica } from './postgres.ts'
import { cleanEnvironment } from './programs.ts'

const METRICS_TOKEN = 'a-token-of-the-operator'
const WRITERS = 8
/** Number of acknowledged requests before the process is killed. */
const ACKNOWLEDGED_BEFORE_KILL = 40
/** Jobs of a killed worker are released after five minutes. Milliseconds. */
const LEASE_EXPIRED_MS = 5 * 60_000 + 1000

interface Process {
  url: string
  child: ChildProcess
  send(order: ChildCommand): void
}

async function startProcess(env: NodeJS.ProcessEnv): Promise<Process> {
  const child = fork(path.join(import.meta.dirname, 'child.ts'), {
    env: { ...cleanEnvironment, TEST_BEGAN_AT: String(BEGAN_AT), ...env },
  })
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server did not start.'))),
  ])) as [number]
  return { url: `http://127.0.0.1:${port}`, child, send: (order) => child.send(order) }
}

describe.runIf(engine === 'postgres')('two processes, one PostgreSQL and a replica', () => {
  let primary: Awaited<ReturnType<typeof startPrimary>>
  let replica: Replica
  const folder = sharedFolder()
  let smtp: Smtp
  /** While this list exists, the mail server delays every mail. */
  let delayedMails: (() => void)[] | undefined = []
  /** Observes the database without running jobs. */
  let app: TestApp
  let [one, other]: Process[] = []
  beforeAll(async () => {
    primary = await startPrimary()
    replica = await startReplica(primary.url)
    smtp = await startSmtp({ onMailFrom: (_from, _session, done) => (delayedMails ? delayedMails.push(done) : done()) })
    const DATABASE_URL = await newDatabaseUrl(primary.url)
    app = await startTestApp({ folder, environment: { DATABASE_URL } })
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL,
      DATABASE_REPLICA_URLS: replica.urlOf(DATABASE_URL),
      METRICS_TOKEN,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'site@example.org',
    }
    ;[one, other] = await Promise.all([startProcess(environment), startProcess(environment)])
    one.send({ work: true })
  }, 30_000)
  afterAll(async () => {
    for (const { child } of [one, other].filter((started) => started !== undefined)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await app.stop()
    await smtp.stop()
    await replica.remove()
    await primary.stop()
  })

  const at = (where: Process | undefined) => where?.url ?? ''
  const share = async (as: string) =>
    (await askOver(at(one), 'prayers.create', { content: 'For my neighbour' }, { as })).data.id
  const list = async (as?: string) =>
    (await askOver(at(other), 'prayers.list', {}, { as })).data.items.map(({ id }) => id)
  const metric = async (name: string) => {
    const response = await fetch(`${at(other)}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(await response.text())?.[1])
  }
  const replicaIsUsed = (is_used: boolean) => expect.poll(() => metric('oremus_replica_used')).toBe(Number(is_used))
  const moderate = async (id: string) =>
    await askOver(
      at(one),
      'moderations.act',
      { ids: [id], act: 'hide', reason: 'There is a name in it' },
      { as: await app.signIn('ruth') },
    )

  /** Reads until the replica has answered: while it is behind, as on a busy machine, the primary answers in its place. */
  const listFromReplica = (as: string) =>
    vi.waitFor(async () => {
      const before = await metric('oremus_replica_reads')
      const ids = await list(as)
      expect(await metric('oremus_replica_reads')).toBeGreaterThan(before)
      return ids
    }, 20_000)

  it('see what the other did, and read it from the replica', async () => {
    const [hannah, tomas] = [await app.signIn('hannah'), await app.signIn('tomas')]
    for (let turn = 0; turn < depth.replica_turns / 2; turn += 1) {
      const id = await share(hannah)
      // Members see it at once, visitors once the cached page is dropped.
      expect(await list(hannah)).toContain(id)
      await expect.poll(() => list()).toContain(id)
      expect(await listFromReplica(tomas)).toContain(id)
      expect((await moderate(id)).status).toBe(200)
      await expect.poll(() => list()).not.toContain(id)
      expect(await listFromReplica(tomas)).not.toContain(id)
    }
  })

  it('show nothing late while the replica stands still, nor while it is away', async () => {
    const [hannah, tomas] = [await app.signIn('hannah'), await app.signIn('tomas')]
    const id = await share(hannah)
    expect(await list(tomas)).toContain(id)
    await replica.pause()
    await moderate(id)
    expect(await list(tomas)).not.toContain(id)
    await expect.poll(() => list()).not.toContain(id)
    expect(await metric('oremus_replica_used')).toBe(0)
    await replica.resume()
    await replicaIsUsed(true)

    await replica.stop()
    const later = await share(hannah)
    expect(await list(tomas)).toContain(later)
    await replicaIsUsed(false)
    await replica.start()
    await replicaIsUsed(true)
    expect(await listFromReplica(tomas)).toContain(later)
  })

  it('lose nothing when one of them is killed at work: the other goes on where it was', async () => {
    const tokens = await app.createMembers(WRITERS)
    const [hannah = ''] = tokens
    // An attacker guesses passwords and has used half of the limit.
    const guess = () =>
      askOver(at(one), 'sessions.sign_in', { email: 'hannah@example.org', password: 'not the right one' })
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(400)
    const counted = app.ctx.db
      .selectFrom('rate_limits')
      .select('points')
      .where('key', 'like', 'sign_in_failures_of_address:%')
    await expect.poll(() => counted.execute()).toEqual([{ points: 5 }])
    // A mail is being sent, and the mail server is slow.
    await app.person('grace')
    await askOver(at(one), 'passwords.forgot', { email: 'grace@example.org' })
    await expect.poll(() => delayedMails).toHaveLength(1)

    const acknowledged = new Map<string, string>()
    const killed = once(one?.child as ChildProcess, 'exit')
    const write = async (as: string, who: number): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        const content = `Written by ${who}, number ${turn}`
        const answer = await askOver(at(one), 'prayers.create', { content }, { as }).catch(() => undefined)
        if (!answer) return
        expect(answer.status).toBe(200)
        acknowledged.set(answer.data.id, content)
        if (acknowledged.size === ACKNOWLEDGED_BEFORE_KILL) one?.child.kill('SIGKILL')
      }
    }
    await Promise.all(tokens.map(write))
    await killed

    // Every acknowledged request is stored completely; any other is stored completely or not at all.
    expect(acknowledged.size).toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE_KILL)
    for (const [id, content] of acknowledged) {
      const { data } = await askOver(at(other), 'prayers.one', { id }, { as: hannah })
      expect(data.content).toBe(content)
    }
    const halves = await sql`select id from prayers where publication <> 'deleted'
      and id not in (select prayer_request_id from search_words)`.execute(app.ctx.db)
    expect(halves.rows).toEqual([])

    // The other process takes over its running jobs once their lease has expired.
    const running = app.ctx.db.selectFrom('jobs').select('kind').where('status', '=', 'running')
    expect(await running.execute()).toContainEqual({ kind: 'mail.send' })
    delayedMails = undefined
    other?.send({ advance_ms: LEASE_EXPIRED_MS })
    other?.send({ work: true })
    await expect.poll(() => smtp.received.map(({ envelope }) => envelope)).toEqual([['grace@example.org']])
    const waiting = app.ctx.db
      .selectFrom('jobs')
      .select('kind')
      .where('status', 'in', ['queued', 'running'])
      .where('kind', 'in', ['mail.send', 'prayers.classify'])
    await expect.poll(() => waiting.execute()).toEqual([])

    // The rate limit continues to count.
    one = other
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
})
