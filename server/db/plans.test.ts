import { randomUUID } from 'node:crypto'
import { type CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAwaiting } from '../features/invitations/invitations.queries.ts'
import { listPrayers } from '../features/prayers/prayers.queries.ts'
import type { Viewer } from '../http/session.ts'
import { type TestApp, engine, startTestApp } from '../test/app.ts'

const ROWS = 20_000

/**
 * The lists that people read walk an index, however many requests there are. Reads the plans of the very statements
 * that the handlers send, on a database that is large enough for a planner to care.
 */
describe('query plans', () => {
  let app: TestApp
  let viewer: Viewer
  let category_id: string

  beforeAll(async () => {
    app = await startTestApp()
    viewer = { id: await app.person('hannah'), role: 'member', session_id: '', confirmed_at: '' }
    const { db } = app.ctx
    const authors = [viewer.id, ...Array.from({ length: 1999 }, () => randomUUID())]
    for (let start = 1; start < authors.length; start += 400) {
      const at = '2026-01-01T00:00:00.000Z'
      const rows = authors.slice(start, start + 400).map((id) => ({
        id,
        email: `${id}@example.org`,
        display_name: 'Somebody',
        password_hash: 'none',
        created_at: at,
        updated_at: at,
      }))
      await db.insertInto('users').values(rows).execute()
    }
    const categories = await db.selectFrom('categories').select('id').execute()
    category_id = categories[3]?.id ?? ''
    const visibilities = ['public', 'public', 'public', 'members', 'private'] as const
    for (let start = 0; start < ROWS; start += 500) {
      const rows = Array.from({ length: 500 }, (_, offset) => {
        const index = start + offset
        const time = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
        return {
          id: randomUUID(),
          author_id: authors[index % authors.length] ?? null,
          content: `Request ${index}`,
          is_anonymous: false,
          visibility: visibilities[index % 5] ?? 'public',
          pray_count: index % 40,
          is_urgent: false,
          is_guarded: false,
          about_other: false,
          created_at: time,
          listed_at: time,
          updated_at: time,
          last_activity_at: time,
          status: index % 10 === 0 ? ('answered' as const) : ('open' as const),
          answered_at: index % 10 === 0 ? time : null,
        }
      })
      await db.insertInto('prayers').values(rows).execute()
      const links = rows.map(({ id, listed_at }, offset) => ({
        prayer_request_id: id,
        category_id: categories[offset % categories.length]?.id ?? '',
        is_machine_generated: true,
        confidence: 0.9,
        listed_at,
        created_at: listed_at,
      }))
      await db.insertInto('prayer_categories').values(links).execute()
      const prayed = rows.map(({ id, created_at }, offset) => ({
        prayer_request_id: id,
        user_id: authors[(offset * 7) % authors.length] ?? '',
        first_prayed_at: created_at,
        prayed_at: created_at,
      }))
      await db.insertInto('prayed').values(prayed).execute()
    }
    await sql`analyze`.execute(db)
  }, 120_000)
  afterAll(() => app.stop())

  /** The statements that the work sends, the list itself first. */
  async function statementsOf(work: (db: TestApp['ctx']['db']) => Promise<unknown>): Promise<CompiledQuery[]> {
    const sent: CompiledQuery[] = []
    const passThrough: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const watched = app.ctx.database.db.withPlugin(passThrough)
    const executor = watched.getExecutor()
    const compile = executor.compileQuery.bind(executor)
    executor.compileQuery = (...args) => {
      const query = compile(...args)
      sent.push(query)
      return query
    }
    await work(watched)
    return sent
  }

  /** The plan of the statement that reads the list. */
  async function planOf(work: (db: TestApp['ctx']['db']) => Promise<unknown>): Promise<string[]> {
    const [list] = await statementsOf(work)
    if (!list) throw new Error('nothing was sent')
    return await app.ctx.database.engine.explain(list.sql, list.parameters)
  }

  const scans =
    engine === 'sqlite'
      ? /^SCAN (prayers|prayer_categories|link|prayed|author)\b(?!.*USING (COVERING )?INDEX)|TEMP B-TREE/
      : /Seq Scan on (prayers|prayer_categories|prayed)|Sort Key: prayers/

  const lists = (['newest', 'waiting', 'answered'] as const).flatMap((view) =>
    (['visitor', 'member'] as const).map((who) => [view, who] as const),
  )
  it.each(lists)('%s, read by a %s, walks an index from the first page and from deep within', async (view, who) => {
    const reader = who === 'member' ? viewer : null
    const first = await listPrayers(app.ctx.db, reader, { view, pageSize: 20, offset: 0, after: undefined })
    for (const after of [undefined, first.next]) {
      const plans = await planOf((db) => listPrayers(db, reader, { view, pageSize: 20, offset: 0, after }))
      expect(plans.filter((line) => scans.test(line))).toEqual([])
    }
  })

  it.each(['visitor', 'member'] as const)('a category, read by a %s, walks its own index', async (who) => {
    const reader = who === 'member' ? viewer : null
    const plans = await planOf((db) =>
      listPrayers(db, reader, { view: 'newest', pageSize: 20, offset: 0, after: undefined, category_id }),
    )
    expect(plans.filter((line) => scans.test(line))).toEqual([])
    expect(plans.join('\n')).toContain('prayer_categories_listed')
  })

  it('those who wait to be let in are found without looking at the others', async () => {
    const plans = await planOf((db) => listAwaiting(db, 0, { require_verified_email: true, shows_email: false }))
    expect(plans.join('\n')).toContain('users_awaiting')
  })

  it('one’s own requests walk their author’s index', async () => {
    const plans = await planOf((db) =>
      listPrayers(db, viewer, { view: 'newest', pageSize: 20, offset: 0, after: undefined, mine: true }),
    )
    expect(plans.join('\n')).toContain('prayers_of_author')
  })

  it('sends the same number of statements for one request as for a hundred', async () => {
    const count = async (pageSize: number): Promise<number> =>
      (await statementsOf((db) => listPrayers(db, viewer, { view: 'newest', pageSize, offset: 0, after: undefined })))
        .length
    expect(await count(100)).toBe(await count(1))
  })
})
