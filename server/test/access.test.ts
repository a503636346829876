import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { engine } from './app.ts'
import { isFull } from './depth.ts'
import { accountRows } from './access/accounts.ts'
import { groupRows } from './access/groups.ts'
import { actRows } from './access/acts.ts'
import { listRows } from './access/lists.ts'
import { printPermissions } from './access/permissions.ts'
import { prayerRows } from './access/prayers.ts'
import type { Row } from './access/rows.ts'
import { siteRows } from './access/site.ts'
import { type Actor, type World, actorNames, makeWorld, takeChangedTables } from './access/world.ts'

const rows = [...accountRows, ...siteRows, ...groupRows, ...prayerRows, ...actRows, ...listRows]

/** Routes beside the endpoints. Browser tests cover the pages. */
const plainRoutes = new Set([
  'GET /healthz',
  'GET /healthz/:',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api-docs.css',
  // Links that lead to the pages of `notifications.stop_emails` and `group_summaries.stop`.
  'GET /api/mail/stop/:',
  'GET /api/mail/summaries/stop/:',
  'POST /csp-report',
  'GET /manifest.webmanifest',
  'GET /plain.webmanifest',
  'GET /offline',
  'GET /logo/:',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /.well-known/security.txt',
  'GET /.well-known/change-password',
])

let world: World
let tokens: Record<Actor, string | undefined>
const signEverybodyIn = async (): Promise<void> => {
  tokens = {} as typeof tokens
  for (const actor of actorNames) tokens[actor] = await world.token(actor)
}
beforeAll(async () => {
  world = await makeWorld()
  await signEverybodyIn()
})
afterAll(() => world.app.stop())

type Answered = { status: number; text: string }
const ask = async (row: Row, input: Record<string, unknown>, as: string | undefined): Promise<Answered> =>
  await world.app.ask(row.endpoint, input, { as })

/** PostgreSQL is asked one row of each endpoint: the rule of the others is the same there. */
const named = new Set<string>()
const asked = rows.filter(({ endpoint }) => {
  const isFirst = !named.has(endpoint)
  named.add(endpoint)
  return isFull || engine === 'sqlite' || isFirst
})
/** What is said of an item that is missing depends on no engine. */
const hasMissing = isFull || engine === 'sqlite'
/** PostgreSQL is asked by the first of those who meet the same status: who is which, the engine does not change. */
const asks = ({ expected }: Row, actor: Actor): boolean =>
  hasMissing || actorNames.find((name) => expected[name] === expected[actor]) === actor
/** Who sends an id that is none: the first of those who meet the same status, at full depth everybody. */
const asksMalformed = ({ malformed }: Row, actor: Actor): boolean =>
  isFull || actorNames.find((name) => malformed[name] === malformed[actor]) === actor

/** Refused with `400` or above, so nothing may have changed. */
const refuses = (status: number): boolean => status >= 400
const withIds = ({ ids }: Row, input: Record<string, unknown>, id: string): Record<string, unknown> => ({
  ...input,
  ...Object.fromEntries(ids.map((name) => [name, id])),
})

describe('who may call what', () => {
  it('has a row for every endpoint', () => {
    const covered = new Set(rows.map(({ endpoint }) => endpoint))
    expect(Object.keys(endpoints).filter((name) => !covered.has(name as never))).toEqual([])
  })

  it('knows every route that the server has', () => {
    const known = new Set<string>(plainRoutes)
    for (const { method, path: route } of Object.values(endpoints))
      known.add(`${method} ${route.replaceAll(/\{\w+\}/g, ':')}`)
    const served = routesOf(world.app.app.server.printRoutes({ commonPrefix: false }))
    expect(served.length).toBeGreaterThan(Object.keys(endpoints).length)
    expect(served.filter((route) => !known.has(route))).toEqual([])
  })

  it('is what docs/permissions.md says', async () => {
    await expect(printPermissions(rows)).toMatchFileSnapshot('../../docs/permissions.md')
  })

  it.each(asked.map((row) => [`${row.endpoint}${row.about && `, ${row.about}`}`, row] as const))(
    '%s',
    async (_, row) => {
      const met: Record<string, number> = {}
      const due: Record<string, number> = {}

      // The successes of the row before may have signed somebody out.
      const changed = await takeChangedTables(world)
      if (changed.includes('sessions') || changed.includes('users')) await signEverybodyIn()
      const shared = await row.input(world, 'author')
      await takeChangedTables(world)
      const nothing = withIds(row, shared, randomUUID())
      const noId = withIds(row, shared, 'not-an-id')
      for (const actor of actorNames.filter((name) => asks(row, name))) {
        const states = [
          ['', shared, row.expected],
          ...(row.ids.length > 0 && hasMissing ? ([[' (missing)', nothing, row.missing]] as const) : []),
          ...(row.ids.length > 0 && hasMissing && asksMalformed(row, actor)
            ? ([[' (malformed)', noId, row.malformed]] as const)
            : []),
        ] as const
        let whenMissing: string | undefined
        for (const [state, input, expected] of states.toReversed()) {
          if (!refuses(expected[actor])) continue
          const answer = await ask(row, input, tokens[actor])
          met[actor + state] = answer.status
          due[actor + state] = expected[actor]
          if (state === ' (missing)') whenMissing = answer.text
          // Whoever may not know of an item, or do it to any, gets exactly the same bytes as for a missing one.
          const isAlike = answer.status === 404 || (answer.status === 403 && row.missing[actor] === 403)
          if (state === '' && isAlike && whenMissing !== undefined) expect(answer.text).toBe(whenMissing)
        }
      }
      expect(met).toEqual(due)
      expect(await takeChangedTables(world)).toEqual([])

      for (const actor of actorNames.filter((name) => asks(row, name) && !refuses(row.expected[name]))) {
        const answer = await ask(row, await row.input(world, actor), tokens[actor])
        expect([actor, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([actor, 200, ''])
      }
    },
  )
})

// The engine does not change which id is of which kind.
describe.runIf(hasMissing)('ids of another kind', () => {
  const withId = rows.filter((row) => row.ids.length > 0)
  let others: Record<string, string>
  // Every call with one of them is refused, so they serve all rows.
  beforeAll(async () => {
    const { app, id, groups } = world
    others = {
      users: id.tomas,
      groups: groups.own,
      categories: (await app.ask('categories.list')).data[0]?.id ?? '',
      themes: (await app.ask('themes.list')).data[0]?.id ?? '',
      prayers: await world.prayer(),
    }
  })

  it.each(withId.map((row, index) => [`${row.endpoint}${row.about && `, ${row.about}`}`, row, index] as const))(
    '%s finds nothing by the id of something else',
    async (_, row, index) => {
      const { path: route } = endpoints[row.endpoint]
      const own = /\/api\/(?:admin\/)?(\w+)\//.exec(route)?.[1] ?? ''
      const input = await row.input(world, 'admin')
      const as = await world.token('admin')
      const isNamed = (name: string): boolean => row.ids.includes(name)
      const strange = Object.entries(others).filter(
        ([kind]) =>
          kind !== own &&
          !isNamed('user_id') &&
          !(isNamed('group_id') && kind === 'groups') &&
          !(isNamed('prayer_request_id') && kind === 'prayers'),
      )
      // At full depth each kind, else one by turns.
      for (const [kind, other] of strange.filter((_one, at) => isFull || at === index % strange.length)) {
        const { status } = await ask(row, withIds(row, input, other), as)
        expect([kind, status >= 400 && status < 500]).toEqual([kind, true])
      }
    },
  )
})

/** Returns the routes of Fastify's printed tree, as `METHOD /path`. */
function routesOf(drawing: string): string[] {
  const found: string[] = []
  const above: string[] = []
  for (const line of drawing.split('\n')) {
    const match = /^([\s│]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) continue
    const depth = (match[1] ?? '').length / 4
    above.length = depth
    above[depth] = match[2] ?? ''
    for (const method of match[3]?.split(', ') ?? []) {
      if (['GET', 'POST', 'PUT', 'DELETE'].includes(method)) {
        // Two parameter names at one place of a path share a node: `:slug|:id`.
        found.push(`${method} ${above.join('').replaceAll(/:[\w|:]+/g, ':')}`)
      }
    }
  }
  return found
}
