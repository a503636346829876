import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { type Context, buildContext } from '../server/context.ts'
import { type TokenClaims, signPageSession, signToken } from '../server/http/session.ts'
import { newDatabaseUrl } from '../server/test/postgres.ts'
import { fill } from './fill.ts'
import type { Run } from './run.ts'

/** Number of requests after every cursor, so that all pages are full. */
const TAIL_SIZE = 60
/** Requests whose words are searched for. */
const SEARCHED_TEXTS = 200
const IDLE_TIMEOUT_MS = 300_000

/** A filled database, and the data from which the requests to its server are built. */
export interface Site {
  environment: NodeJS.ProcessEnv
  ctx: Context
  /** The claims of everybody's session. */
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
}

/** Creates a separate database on the engine of the run, and fills it with `size` requests; removes it at the end. */
export async function makeSite({ postgres, atEnd }: Run, size: number): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-bench-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const database = postgres ? { DATABASE_URL: await newDatabaseUrl(postgres.url) } : {}
  const environment = { DATA_DIR: folder, BACKUPS: 'off', ...database }
  const ctx = await buildContext(readConfig(environment), pino({ level: 'silent' }))
  atEnd(() => ctx.close())
  const filled = await fill(ctx, size)
  const published = await ctx.db
    .selectFrom('prayers')
    .select(['id', 'listed_at', 'visibility'])
    .where('publication', '=', 'published')
    .where('status', '!=', 'archived')
    .where('visibility', 'in', ['public', 'members'])
    .orderBy('listed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const last = published.at(-TAIL_SIZE)
  if (!last) throw new Error(`${size} requests are too few.`)
  const visible = published.filter(({ visibility }) => visibility === 'public')
  return {
    environment,
    ctx,
    ...filled,
    ids: visible.map(({ id }) => id),
    words: await readWords(ctx),
    listed_at: visible.slice(0, -TAIL_SIZE).map(({ listed_at }) => listed_at),
    near_the_end: [last.listed_at, last.id],
  }
}

/** Waits until the server has done the jobs that writes left behind. */
export async function waitUntilIdle({ ctx: { db } }: Site): Promise<void> {
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

/** Returns the headers of a member's request. Its token expires after ten minutes. */
export const memberHeaders = async ({ ctx }: Site, claims: TokenClaims): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await signToken(ctx, claims, new Date())}`,
  'content-type': 'application/json',
})

/** Returns the cookie by which a page is rendered for a member. */
export const memberCookie = ({ ctx }: Site, { session_id }: TokenClaims): Promise<Record<string, string>> =>
  Promise.resolve({ cookie: `member=1; page=${signPageSession(ctx, session_id)}` })
