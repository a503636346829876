import { randomUUID } from 'node:crypto'
import type { Db } from '../server/db/open.ts'
import { groupById, listGroups, listMembers } from '../server/features/community/groups/groups.queries.ts'
import { type ListOptions, listGroupPrayers, listPrayers } from '../server/features/community/prayers/feed.queries.ts'
import { readPrayerDetail } from '../server/features/community/prayers/prayers.queries.ts'
import type { Viewer } from '../server/http/session.ts'
import { insertAll, makePrayer, makeUpdate } from '../server/test/make.ts'
import { vacuum } from './fill.ts'
import { type Run, engineNames, machine, percentile, row, today, writeResult } from './run.ts'
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

/** Wraps the database and measures every statement that is sent through it, between one `take` and the next. */
function timeStatements(db: Db): { db: Db; take: () => { ms: number; statements: number } } {
  let taken = { ms: 0, statements: 0 }
  let running = 0
  let since = 0
  const watched = db.withoutPlugins()
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
      if (running === 0) taken.ms += performance.now() - since
      taken.statements += 1
    }
  }
  const take = () => {
    const last = taken
    taken = { ms: 0, statements: 0 }
    return last
  }
  return { db: watched, take }
}

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
  await vacuum(ctx)
}

/** Adds many updates to one request, which it returns, and writes another with a word that no other contains. */
async function addSpecial({ ctx, ids }: Site): Promise<string> {
  const { id, author_id } = await ctx.db
    .selectFrom('prayers')
    .select(['id', 'author_id'])
    .where('id', '=', ids[500] ?? '')
    .executeTakeFirstOrThrow()
  const author = author_id ?? ''
  await makePrayer(ctx, author, { content: `Please pray for a ${RARE}.` })
  for (let part = 0; part < UPDATES; part += 1)
    await makeUpdate(ctx, author, id, { content: `What became of it, part ${part}. Thank you for praying with us.` })
  return id
}

const prayers = (name: string, part: (turn: number) => Partial<ListOptions>): Case => ({
  name,
  run: (db, viewer, turn) =>
    listPrayers(db, viewer, { view: 'newest', pageSize: 20, offset: 0, after: undefined, ...part(turn) }),
})

function casesOf(site: Site, categories: string[], with_updates: string): Case[] {
  const { large_group } = site
  const category = (turn: number) => categories[turn % categories.length] ?? ''
  const place = (turn: number) => ({
    view: 'newest' as const,
    order: [site.listed_at[Math.floor((turn * 997) % site.listed_at.length)] ?? '', randomUUID()] as [string, string],
  })
  const members = (name: string, part: { leaders?: true }): Case => ({
    name,
    run: (db) => listMembers(db, large_group, { status: 'active', after: undefined, pageSize: 50, ...part }),
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
    members('members of a group of 50,000', {}),
    members('its leaders', { leaders: true }),
    { name: 'its card, with what is new', run: (db, viewer) => groupById(db, viewer.id, large_group) },
    {
      name: 'one’s groups, with what is new in each',
      run: (db, viewer) => listGroups(db, viewer.id, { mine: true, page: 0, pageSize: 100 }),
    },
  ]
}

/** Returns the row of one case in the table of results. */
async function measureCase(site: Site, { db, take }: ReturnType<typeof timeStatements>, { name, run }: Case) {
  const times: number[] = []
  const counts = new Set<number>()
  for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
    const { user_id = '', session_id = '' } = site.claims[(turn * 7 + 1) % site.claims.length] ?? {}
    take()
    await run(db, { id: user_id, role: 'member', session_id, confirmed_at: '' }, turn)
    const { ms, statements } = take()
    if (turn < WARM_UP) continue
    times.push(ms)
    counts.add(statements)
  }
  const statements = [...counts].toSorted((one, other) => one - other).join(', ')
  const p95 = percentile(times, 0.95)
  const isFast = p95 <= MAX_P95_MS ? '✓' : '✗'
  return row([name, statements, percentile(times, 0.5).toFixed(2), p95.toFixed(2), isFast])
}

export async function measure(run: Run): Promise<void> {
  const size = Number(run.options.size)
  const site = await makeSite(run, size)
  await fillLargeGroup(site)
  const with_updates = await addSpecial(site)
  const categories = (await site.ctx.db.selectFrom('categories').select('id').execute()).map(({ id }) => id)
  const timed = timeStatements(site.ctx.db)
  const rows: string[] = []
  for (const one of casesOf(site, categories, with_updates)) {
    rows.push(await measureCase(site, timed, one))
    process.stderr.write(`${rows.at(-1)}\n`)
  }
  const text = `# ${today()}, reading on ${engineNames[run.engine]}

${size.toLocaleString('en')} requests, 50,000 people in one group, and ${IN_GROUP.toLocaleString('en')} more requests in it. Milliseconds that one answer waits for the database: from sending a statement
to having its rows, those that run at the same time counted once. ${TIMES} answers, one after another, for different readers. The aim is ${MAX_P95_MS} ms at the 95th percentile.
${machine()}. \`npm run bench -- queries${run.postgres ? ' --postgres' : ''}\`

| what | statements | p50 ms | p95 ms | |
|---|---|---|---|---|
${rows.join('\n')}
`
  writeResult(`queries-${run.engine}`, text)
}
