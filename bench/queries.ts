import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { KyselyPlugin } from 'kysely'
import type { Db } from '../server/db/open.ts'
import { indexPrayers } from '../server/db/search.ts'
import { groupById, listGroups, listMembers } from '../server/features/community/groups/groups.queries.ts'
import { type ListOptions, listGroupPrayers, listPrayers } from '../server/features/community/prayers/feed.queries.ts'
import { readPrayerDetail } from '../server/features/community/prayers/prayers.queries.ts'
import type { Viewer } from '../server/http/session.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { insertAll, vacuum } from './fill.ts'
import { today, writeResult } from './result.ts'
import { type Site, makeSite } from './site.ts'

/** Number of runs, each with another reader or cursor, after some that are not counted. */
const TIMES = 200
const WARM_UP = 20
const UPDATES = 200
const IN_GROUP = 100_000
/** Target for the time in the database at the 95th percentile. Milliseconds. */
const MAX_P95_MS = 10
const RARE = 'zymurgist'

interface Case {
  name: string
  run: (db: Db, viewer: Viewer, turn: number) => Promise<unknown>
}

/** Wraps the database and measures every statement that is sent through it. */
function timeStatements(db: Db): { db: Db; take: () => { ms: number; statements: number } } {
  let ms = 0
  let statements = 0
  let running = 0
  let since = 0
  const nothing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const watched = db.withPlugin(nothing)
  const executor = watched.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = async (...args) => {
    // Statements that run concurrently count once, as the reader waits for them.
    if (running === 0) since = performance.now()
    running += 1
    try {
      return await execute(...args)
    } finally {
      running -= 1
      if (running === 0) ms += performance.now() - since
      statements += 1
    }
  }
  const take = () => {
    const taken = { ms, statements }
    ms = 0
    statements = 0
    return taken
  }
  return { db: watched, take }
}

const list = (part: Partial<ListOptions>): ListOptions => ({
  view: 'newest',
  pageSize: 20,
  offset: 0,
  after: undefined,
  ...part,
})

/** Inserts as many requests into the large group as a whole community shares, all older than the others. */
async function fillLargeGroup({ ctx, large_group, claims }: Site): Promise<void> {
  const rows = Array.from({ length: IN_GROUP }, (_, index) => {
    const time = new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString()
    return {
      id: randomUUID(),
      author_id: claims[index % claims.length]?.user_id ?? null,
      group_id: large_group,
      visibility: 'group' as const,
      content: `Please pray with us. This is what I share with the group, number ${index}.`,
      is_anonymous: false,
      is_urgent: false,
      is_guarded: false,
      about_other: false,
      waiting_order: index % 40,
      created_at: time,
      listed_at: time,
      updated_at: time,
      last_activity_at: time,
    }
  })
  await ctx.transaction(({ db }) => insertAll(db, 'prayers', rows))
  if (ctx.database.engine.name === 'postgres') await vacuum(ctx)
}

/** Adds many updates to one request, and a word that no other request contains to another. */
async function addSpecial({ ctx, ids }: Site): Promise<string> {
  const [id = '', rare = ''] = ids.slice(500, 502)
  const { author_id } = await ctx.db
    .selectFrom('prayers')
    .select('author_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const at = new Date().toISOString()
  await ctx.transaction(async ({ db }) => {
    const rows = Array.from({ length: UPDATES }, (_, index) => ({
      id: randomUUID(),
      prayer_request_id: id,
      author_id,
      content: `What became of it, part ${index}. Thank you for praying with us.`,
      language: 'en' as const,
      created_at: at,
      updated_at: at,
    }))
    await db.insertInto('prayer_updates').values(rows).execute()
    await db.updateTable('prayers').set({ update_count: UPDATES }).where('id', '=', id).execute()
    const row = await db
      .selectFrom('prayers')
      .select(['id', 'title', 'content', 'language', 'listed_at'])
      .where('id', '=', rare)
      .executeTakeFirstOrThrow()
    const content = `${row.content} ${RARE}`
    await db.updateTable('prayers').set({ content }).where('id', '=', rare).execute()
    await indexPrayers(db, [{ ...row, content }])
  })
  return id
}

const prayers = (name: string, part: (turn: number) => Partial<ListOptions>): Case => ({
  name,
  run: (db, viewer, turn) => listPrayers(db, viewer, list(part(turn))),
})

async function casesOf(site: Site, categories: string[], with_updates: string): Promise<Case[]> {
  const { large_group } = site
  const category = (turn: number) => categories[turn % categories.length] ?? ''
  const place = (turn: number) => ({
    view: 'newest' as const,
    order: [site.listed_at[Math.floor((turn * 997) % site.listed_at.length)] ?? '', randomUUID()] as [string, string],
  })
  return [
    prayers('feed', () => ({})),
    prayers('feed, anywhere deep', (turn) => ({ after: place(turn) })),
    prayers('feed of a category', (turn) => ({ category_id: category(turn) })),
    prayers('feed of a category, anywhere deep', (turn) => ({ category_id: category(turn), after: place(turn) })),
    prayers('waiting for prayer', () => ({ view: 'waiting' })),
    prayers('answered', () => ({ view: 'answered' })),
    prayers('search for a common word', () => ({ search: 'pray' })),
    prayers('search for a rare word', () => ({ search: RARE })),
    prayers('search for two words', () => ({ search: 'pray mother' })),
    prayers('search within a category', (turn) => ({ search: 'pray', category_id: category(turn) })),
    prayers('search in one’s own', () => ({ search: 'pray', mine: true })),
    { name: `a request with ${UPDATES} updates`, run: (db, viewer) => readPrayerDetail(db, viewer, with_updates) },
    prayers('requests of a group of 50,000', () => ({ group_id: large_group })),
    prayers('waiting in a group of 50,000', () => ({ group_id: large_group, view: 'waiting' })),
    {
      name: 'requests of all one’s groups',
      run: (db, viewer) => listGroupPrayers(db, viewer, { pageSize: 20, after: undefined }),
    },
    {
      name: 'members of a group of 50,000',
      run: (db) => listMembers(db, large_group, { status: 'active', after: undefined, pageSize: 50 }),
    },
    {
      name: 'its leaders',
      run: (db) => listMembers(db, large_group, { status: 'active', leaders: true, after: undefined, pageSize: 50 }),
    },
    { name: 'its card, with what is new', run: (db, viewer) => groupById(db, viewer.id, large_group) },
    {
      name: 'one’s groups, with what is new in each',
      run: (db, viewer) => listGroups(db, viewer.id, { mine: true, page: 0, pageSize: 100 }),
    },
  ]
}

async function measure(site: Site): Promise<string> {
  await fillLargeGroup(site)
  const with_updates = await addSpecial(site)
  const categories = (await site.ctx.db.selectFrom('categories').select('id').execute()).map(({ id }) => id)
  const { db, take } = timeStatements(site.ctx.db)
  const lines: string[] = []
  for (const { name, run } of await casesOf(site, categories, with_updates)) {
    const times: number[] = []
    const counts = new Set<number>()
    for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
      const claims = site.claims[(turn * 7 + 1) % site.claims.length]
      const viewer: Viewer = {
        id: claims?.user_id ?? '',
        role: 'member',
        session_id: claims?.session_id ?? '',
        confirmed_at: '',
      }
      take()
      await run(db, viewer, turn)
      const { ms, statements } = take()
      if (turn < WARM_UP) continue
      times.push(ms)
      counts.add(statements)
    }
    times.sort((one, other) => one - other)
    const at = (part: number) => times[Math.floor(part * (times.length - 1))] ?? Number.NaN
    const statements = [...counts].toSorted((one, other) => one - other).join(', ')
    const p95 = at(0.95)
    lines.push(
      `| ${name} | ${statements} | ${at(0.5).toFixed(2)} | ${p95.toFixed(2)} | ${p95 <= MAX_P95_MS ? '✓' : '✗'} |`,
    )
    process.stderr.write(`${lines.at(-1)}\n`)
  }
  return lines.join('\n')
}

export async function runBench(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: { postgres: { type: 'boolean', default: false }, size: { type: 'string', default: '100000' } },
  })
  const size = Number(options.size)
  const postgres = options.postgres ? await startPostgres({ durable: true }) : undefined
  let site: Site | undefined
  try {
    site = await makeSite(size, postgres?.url)
    const rows = await measure(site)
    const engine = postgres ? 'PostgreSQL' : 'SQLite'
    const text = `# ${today()}, reading on ${engine}

${size.toLocaleString('en')} requests, 50,000 people in one group, and ${IN_GROUP.toLocaleString('en')} more requests in it. Milliseconds that one answer waits for the database: from sending a statement
to having its rows, those that run at the same time counted once. ${TIMES} answers, one after another, for different readers. The aim is ${MAX_P95_MS} ms at the 95th percentile.
Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}. \`npm run bench -- queries${postgres ? ' --postgres' : ''}\`

| what | statements | p50 ms | p95 ms | |
|---|---|---|---|---|
${rows}
`
    writeResult(`queries-${postgres ? 'postgres' : 'sqlite'}`, text)
  } finally {
    await site?.remove()
    await postgres?.stop()
  }
}
