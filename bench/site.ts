import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { type Context, buildContext } from '../server/context.ts'
import type { TokenClaims } from '../server/http/session.ts'
import { newDatabaseUrl } from '../server/test/postgres.ts'
import { LARGE_GROUP_NAME, fill } from './fill.ts'

/** Number of requests after every cursor, so that all pages are full. */
const TAIL_SIZE = 60
/** Requests whose words are searched for. */
const SEARCHED_TEXTS = 200
const IDLE_TIMEOUT_MS = 60_000

/** A filled database, and the data from which the requests to its server are built. */
export interface Site {
  size: number
  environment: NodeJS.ProcessEnv
  ctx: Context
  claims: TokenClaims[]
  /** A group of 50,000 members, which includes everybody who sends requests. */
  large_group: string
  /** Ids of public requests. */
  ids: string[]
  /** Words of public requests in English. */
  words: string[]
  /** Times by which public requests are ordered, newest first, without the last few. */
  listed_at: string[]
  /** Cursor with fewer than three pages after it for any member. */
  near_the_end: [listed_at: string, id: string]
  /** Waits until the server has done the jobs that writes left behind. */
  waitUntilIdle(): Promise<void>
  remove(): Promise<void>
}

/** Creates a separate database, on PostgreSQL when its URL is given, and fills it with `size` requests. */
export async function makeSite(size: number, postgres_url: string | undefined): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-bench-'))
  try {
    const database = postgres_url === undefined ? {} : { DATABASE_URL: await newDatabaseUrl(postgres_url) }
    const environment = { DATA_DIR: folder, BACKUPS: 'off', ...database }
    const ctx = await buildContext(readConfig(environment), pino({ level: 'silent' }))
    const claims = await fill(ctx, size)
    const { id: large_group } = await ctx.db
      .selectFrom('groups')
      .select('id')
      .where('name', '=', LARGE_GROUP_NAME)
      .executeTakeFirstOrThrow()
    const published = ctx.db
      .selectFrom('prayers')
      .select(['id', 'listed_at'])
      .where('publication', '=', 'published')
      .where('status', '!=', 'archived')
      .orderBy('listed_at', 'desc')
      .orderBy('id', 'desc')
    const visible = await published.where('visibility', '=', 'public').execute()
    const ofMembers = await published.where('visibility', 'in', ['public', 'members']).execute()
    const last = ofMembers.at(-TAIL_SIZE)
    if (!last) throw new Error(`${size} requests are too few.`)
    return {
      size,
      environment,
      ctx,
      claims,
      large_group,
      ids: visible.map(({ id }) => id),
      words: await readWords(ctx),
      listed_at: visible.slice(0, -TAIL_SIZE).map(({ listed_at }) => listed_at),
      near_the_end: [last.listed_at, last.id],
      waitUntilIdle: () => waitForJobs(ctx),
      remove: async () => {
        await ctx.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function waitForJobs({ db }: Context): Promise<void> {
  const until = Date.now() + IDLE_TIMEOUT_MS
  while (Date.now() < until) {
    const waiting = db
      .selectFrom('jobs')
      .select('id')
      .where('status', 'in', ['queued', 'running'])
      // Notices of prayers are for a quarter of an hour later.
      .where('run_at', '<=', new Date().toISOString())
      .limit(1)
    if (!(await waiting.executeTakeFirst())) return
    await sleep(200)
  }
}

async function readWords({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('prayers')
    .select('content')
    .where('language', '=', 'en')
    .where('visibility', '=', 'public')
    .orderBy('id')
    .limit(SEARCHED_TEXTS)
    .execute()
  return [...new Set(rows.flatMap(({ content }) => content.toLowerCase().match(/[a-z]{4,}/g) ?? []))]
}
