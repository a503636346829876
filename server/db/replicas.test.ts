import { type Server, type Socket, connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints, factsOf } from '../../contract/endpoints.ts'
import { type TestApp, engine } from '../test/app.ts'
import { depth, isFull } from '../test/depth.ts'
import { newFolder } from '../test/folder.ts'
import { makeGroup, makePrayer } from '../test/make.ts'
import { makeSiteUrl } from '../test/new-site.ts'
import { type Replica, newDatabaseUrl, startPrimary, startReplica } from '../test/postgres.ts'
import { newTestApp } from '../test/shared-app.ts'

const METRICS_TOKEN = 'a-token-of-the-operator'
const TURNS = depth.replica_turns

describe.runIf(engine === 'postgres')('a replica', () => {
  let primary: Awaited<ReturnType<typeof startPrimary>>
  let replica: Replica
  let template: string
  let app: TestApp
  let url: string
  let folder: string
  let hannah: string
  beforeAll(async () => {
    primary = await startPrimary()
    template = await makeSiteUrl(primary.url)
    replica = await startReplica(primary.url)
  })
  afterAll(async () => {
    await replica.remove()
    await primary.stop()
  })
  beforeEach(async () => {
    folder = newFolder()
    url = await newDatabaseUrl(primary.url, template)
    app = await start(replica.urlOf(url))
    hannah = await app.signIn('hannah')
  })
  afterEach(() => replica.resume())

  const start = (...urls: string[]): Promise<TestApp> =>
    newTestApp({
      folder,
      environment: { DATABASE_URL: url, DATABASE_REPLICA_URLS: urls.join(','), METRICS_TOKEN },
    })
  const one = async (of = app) => (await of.ctx.replicas?.states())?.[0]
  const used = (is_used = true, of = app) => expect.poll(() => one(of)).toMatchObject({ is_used })
  /** Counts the reads that the replica and the primary served during the work. */
  const answered = async (work: () => Promise<unknown>) => {
    const reads = async () => [(await one())?.reads ?? 0, app.ctx.replicas?.primary_reads ?? 0] as const
    const before = await reads()
    await work()
    const after = await reads()
    return { by_replica: after[0] - before[0], by_primary: after[1] - before[1] }
  }
  const list = async (as?: string, of = app) =>
    (await of.ask('prayers.list', {}, { as })).data.items.map(({ id }) => id)
  const share = async () => (await app.ask('prayers.create', { content: 'For my sister' }, { as: hannah })).data.id

  it('answers what is read, all of it without a write', async () => {
    const person = await app.person('hannah')
    const prayer = await makePrayer(app.ctx, person)
    const group = await makeGroup(app.ctx, [person])
    const { data: made } = await app.ask('prayer_lists.create', { name: 'Mornings' }, { as: hannah })
    const categories = (await app.ask('categories.list', {}, { as: hannah })).data
    const themes = (await app.ask('themes.list', {}, { as: hannah })).data
    const content = (await app.ask('content.list', {}, { as: hannah })).data
    const ids: Partial<Record<EndpointName, Record<string, unknown>>> = {
      'accounts.profile': { id: person },
      'categories.one': { id: categories[0]?.id },
      'content.one': { slug: content[0]?.slug },
      'groups.one': { id: group },
      'groups.members': { id: group },
      'prayer_lists.one': { id: made.id },
      'prayers.in_group': { id: group },
      'prayers.in_category': { id: categories[0]?.id },
      'prayers.one': { id: prayer },
      'prayers.updates': { id: prayer },
      'prayers.categories': { id: prayer },
      'prayers.categories_of': { ids: prayer },
      'themes.one': { id: themes[0]?.id },
    }
    const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => factsOf(name).replica)
    await used()
    const statuses: Record<string, number> = {}
    const count = await answered(async () => {
      for (const name of names) statuses[name] = (await app.ask(name, ids[name] ?? {}, { as: hannah })).status
    })
    expect(Object.entries(statuses).filter(([, status]) => status !== 200)).toEqual([])
    expect(count).toEqual({ by_replica: names.length, by_primary: 0 })
  })

  it('shows at once what was written here or in another process, each time', async () => {
    const other = await start(replica.urlOf(url))
    await used()
    await used(true, other)
    const count = await answered(async () => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const id = await share()
        // Without waiting: the author may be routed to any process.
        const lists = await Promise.all([list(hannah), list(hannah, other), list(), list(undefined, other)])
        for (const ids of lists.slice(0, 2)) expect(ids[0]).toBe(id)
        await app.ask('prayers.delete', { id }, { as: hannah })
        const gone = await Promise.all([list(hannah), list(hannah, other)])
        for (const ids of gone) expect(ids).not.toContain(id)
      }
    })
    expect(count.by_replica).toBeGreaterThan(TURNS)
  })

  it('that is behind answers nothing: what is hidden stays hidden, and what is new is seen', async () => {
    const hidden = await share()
    const tomas = await app.signIn('tomas')
    await used()
    expect(await list(tomas)).toEqual([hidden])
    await replica.pause()
    const ruth = await app.signIn('ruth')
    await app.ask('moderations.act', { ids: [hidden], act: 'hide', reason: 'A name in it' }, { as: ruth })
    const fresh = await share()
    expect((await app.ask('prayers.one', { id: hidden }, { as: tomas })).status).toBe(404)
    expect((await app.ask('prayers.one', { id: hidden })).status).toBe(404)
    expect([await list(tomas), await list()]).toEqual([[fresh], [fresh]])
    expect(await one()).toMatchObject({ is_used: false })
    expect((await one())?.behind?.bytes).toBeGreaterThan(0)
    const metrics = await (
      await app.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text()
    expect(metrics).toMatch(/^oremus_replica_used\{replica="1"\} 0$/m)
    expect(metrics).toMatch(/^oremus_replica_bytes_behind\{replica="1"\} [1-9]\d*$/m)
    expect(metrics).toMatch(/^oremus_primary_reads [1-9]\d*$/m)
    expect(metrics).not.toMatch(/127\.0\.0\.1|postgres:/)
    const peter = await app.signIn('peter')
    const check = async () => (await app.ask('checks.run', { name: 'replicas' }, { as: peter })).data
    expect(await check()).toMatchObject({ outcome: 'away', is_well: false, detail: { all: 1, answering: 0 } })
    await replica.resume()
    await used()
    expect(await answered(() => list(tomas))).toEqual({ by_replica: 1, by_primary: 0 })
    // Last, because it writes, and the replica may need a moment for that.
    expect(await check()).toMatchObject({ outcome: 'near', is_well: true, detail: { all: 1, answering: 1 } })
  })

  it('is not believed either where commits are acknowledged before they are on the disk', async () => {
    await sql`alter role oremus set synchronous_commit = off`.execute(app.ctx.db)
    const hasty = await start(replica.urlOf(url))
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = (await hasty.ask('prayers.create', { content: 'In haste' }, { as: hannah })).data
      expect((await list(hannah, hasty))[0]).toBe(id)
    }
    await hasty.stop()
    // Not before: of the server's connections, which open as they are needed, all have to be hasty.
    await sql`alter role oremus reset synchronous_commit`.execute(app.ctx.db)
  })

  it('that stops is missed by nobody, and used again when it is back', async () => {
    const id = await share()
    await used()
    await replica.stop()
    for (let turn = 0; turn < 5; turn += 1) expect(await list(hannah)).toEqual([id])
    expect(await one()).toMatchObject({ is_used: false, behind: null })
    await replica.start()
    await used()
    expect(await answered(() => list(hannah))).toEqual({ by_replica: 1, by_primary: 0 })
  })

  it('leaves a write to the primary where reading is put on record, and goes on', async () => {
    const group = await makeGroup(app.ctx, [await app.person('hannah')])
    const peter = await app.signIn('peter')
    await used()
    const count = await answered(() => app.ask('groups.one', { id: group }, { as: peter }))
    expect(count).toEqual({ by_replica: 0, by_primary: 1 })
    const acts = await app.ctx.db.selectFrom('audit_log').select('action').execute()
    expect(acts).toEqual([{ action: 'groups.read' }])
    expect(await one()).toMatchObject({ is_used: true })
  })

  it('that falls silent is waited for once', async () => {
    const line = await startLine(replica.urlOf(url))
    const behind = await start(line.url)
    await used(true, behind)
    const id = await share()
    line.hold()
    const waiting = await Promise.all([list(hannah, behind), list(hannah, behind), list(hannah, behind)])
    expect(waiting).toEqual([[id], [id], [id]])
    expect(await one(behind)).toMatchObject({ is_used: false, behind: null })
    expect(await list(hannah, behind)).toEqual([id])
    await behind.stop()
    line.end()
  })

  const others: [string, () => string][] = [
    ['the primary itself', () => url],
    ['another database', () => replica.urlOf(primary.url)],
    ['nobody', () => 'postgres://oremus@127.0.0.1:1/oremus'],
  ]
  it.each(isFull ? others : others.slice(0, 1))(
    'is not what its address says when that leads to %s',
    async (_, address) => {
      const id = await share()
      const wrong = await start(address(), replica.urlOf(url))
      const roles = [{ is_used: false, behind: null }, { is_used: true }]
      await expect.poll(() => wrong.ctx.replicas?.states()).toMatchObject(roles)
      expect(await list(hannah, wrong)).toEqual([id])
      const states = await wrong.ctx.replicas?.states()
      expect(states?.map(({ reads }) => reads)).toEqual([0, 1])
    },
  )

  it.runIf(isFull)('that follows a former primary is not used, however far it is', async () => {
    const successor = await startReplica(primary.url)
    try {
      const id = await share()
      await used()
      successor.promote()
      // The former primary keeps running for a while, and its replica keeps following it.
      await sql`create table filler as select generate_series(1, 20000) as number`.execute(app.ctx.db)
      const after = await newTestApp({
        folder,
        environment: { DATABASE_URL: successor.urlOf(url), DATABASE_REPLICA_URLS: replica.urlOf(url) },
      })
      const newest = (await after.ask('prayers.create', { content: 'After the change' }, { as: hannah })).data.id
      expect(await list(hannah, after)).toEqual([newest, id])
      expect(await one(after)).toMatchObject({ is_used: false, reads: 0, behind: null })
      await after.stop()
    } finally {
      await successor.remove()
    }
  })
})

/** Starts a proxy to a server that can be silenced: it accepts data and returns nothing. */
async function startLine(url: string): Promise<{ url: string; hold(): void; end(): void }> {
  const { port } = new URL(url)
  const sockets = new Set<Socket>()
  let isHeld = false
  const server: Server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => !isHeld && to.write(data))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { port: String(own) }).href,
    hold: () => void (isHeld = true),
    end: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
