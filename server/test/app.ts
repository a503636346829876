import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Problem } from '../../contract/errors.ts'
import type { Output } from '../../contract/schemas.ts'
import { type AppOptions, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Context, buildContext, classifiesSlowly } from '../context.ts'
import { openSession } from '../features/identity/sessions/sessions.commands.ts'
import { logOptions } from '../log.ts'
import { LeakDetector } from './sweep.ts'
import { dropSettings } from '../db/settings-cache.ts'
import { type Setting, type SettingName, writeSetting } from '../settings/settings.ts'
import { makeUser } from './make.ts'
import { type PersonName, people } from './people.ts'
import { send } from './send.ts'
import { testTime } from './time.ts'
import { copyNewSite, newSiteUrl } from './new-site.ts'
import { dropDatabase } from './postgres.ts'

/** Merges the members of all forms of an output: a test knows which one it expects. */
type AllMembers<Value> = (Value extends unknown ? (value: Value) => void : never) extends (value: infer Every) => void
  ? Every
  : never

export interface ApiResponse<Name extends EndpointName> {
  status: number
  headers: Headers
  /** The output, on success. After a refusal it holds the problem, which tests read through `problem`. */
  data: AllMembers<Output<Name>>
  problem: Problem
  text: string
}

export interface AskOptions {
  /** A token, or nothing for a visitor. */
  as?: string | undefined
  headers?: Record<string, string>
  /** Sent unchanged instead of the input as JSON. */
  raw?: string
}

export interface TestApp {
  ctx: Context
  url: string
  app: Awaited<ReturnType<typeof buildApp>>
  /** Moves the server's clock. Milliseconds. */
  advance(ms: number): void
  /** Calls an endpoint over HTTP. */
  ask<Name extends EndpointName>(
    name: Name,
    input?: Record<string, unknown>,
    options?: AskOptions,
  ): Promise<ApiResponse<Name>>
  /** Sends any request, for paths without an endpoint. Asks for JSON unless it says what else. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Returns the id of a named person, who is created on first use. */
  person(name: PersonName): Promise<string>
  /** Returns a token of a named person, without the cost of hashing a password. */
  signIn(name: PersonName): Promise<string>
  /** Returns a token of the person with this id. */
  open(user_id: string): Promise<string>
  /** Returns the tokens of this many members without names. */
  createMembers(size: number): Promise<string[]>
  /** Returns the data that leaked from the server so far. Checked again by `stop`, which then fails. */
  leaks(): Promise<string[]>
  /** Changes a setting of the site. */
  writeSetting<Name extends SettingName>(name: Name, value: Setting<Name>): Promise<void>
  /** Brings back the defaults of all settings. */
  resetSettings(): Promise<void>
  /** Runs all due jobs. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

export interface TestOptions extends AppOptions {
  environment?: NodeJS.ProcessEnv
  /** Folder of the embedded database; a new one by default. */
  folder?: string
  /** Origins of push services on this machine. */
  push_origins?: readonly string[]
  /** The time, before the test moves it. Milliseconds. */
  time?: () => number
}

/** The engine of this test run. */
export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Settings of a database; where the run does without notifications, they are switched off. */
export const withSignals = (DATABASE_URL: string): NodeJS.ProcessEnv => ({
  DATABASE_URL,
  ...(process.env.TEST_POSTGRES === 'plain' && DATABASE_URL.includes('//plain@') && { DATABASE_LISTEN_URL: 'off' }),
})

/** Starts a server on a free port, with the database of a new site on the engine under test and an adjustable clock. */
export async function startTestApp({
  environment = {},
  folder,
  push_origins = [],
  time = testTime,
  ...options
}: TestOptions = {}): Promise<TestApp> {
  const data_dir = folder ?? mkdtempSync(path.join(tmpdir(), 'oremus-test-'))
  const own = engine === 'postgres' && environment.DATABASE_URL === undefined ? await newSiteUrl() : undefined
  const database = engine === 'postgres' ? withSignals(own ?? environment.DATABASE_URL ?? '') : {}
  if (engine === 'sqlite' && readdirSync(data_dir).length === 0) await copyNewSite(data_dir)
  const config = readConfig({ DATA_DIR: data_dir, LOG_LEVEL: 'trace', BACKUPS: 'off', ...database, ...environment })
  let moved = 0
  let last = -Infinity
  // Never returns the same time twice, so that later events have a later time, however fast they happen.
  const clock = (): Date => new Date((last = Math.max(last + 1, time() + moved)))
  const sweep = new LeakDetector()
  const ctx = await buildContext(config, pino(logOptions(config), sweep.log), { clock, push_origins })
  const app = await buildApp(ctx, { limit_scale: 1000, without_pages: true, ...options })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  const open = async (user_id: string): Promise<string> => {
    const { token } = await ctx.transaction((transaction) =>
      openSession(transaction, { user_id, device: 'test', address: '', binding: undefined }),
    )
    return token
  }
  const known = new Map<PersonName, Promise<string>>()
  const person = (name: PersonName): Promise<string> => {
    const id = known.get(name) ?? makeUser(ctx, people[name])
    known.set(name, id)
    return id
  }
  return {
    ctx,
    url,
    app,
    advance: (ms) => {
      moved += ms
      last += ms
    },
    ask: async (name, input = {}, ask = {}) => {
      const answer = await askOver(url, name, input, ask)
      await sweep.checkAnswer(ctx, name, ask.as && `Bearer ${ask.as}`, answer.text)
      return answer
    },
    fetch: async (where, init) => {
      const headers = new Headers(init?.headers)
      if (!headers.has('accept')) headers.set('accept', 'application/json')
      const response = await fetch(url + where, { ...init, headers })
      if (!response.headers.get('content-type')?.includes('event-stream')) {
        await sweep.checkAnswer(ctx, where, headers.get('authorization'), await response.clone().text())
      }
      return response
    },
    leaks: () => sweep.leaks(ctx),
    person,
    open,
    signIn: async (name) => open(await person(name)),
    createMembers: (size) => Promise.all(Array.from({ length: size }, async () => open(await makeUser(ctx)))),
    writeSetting: async (name, value) => {
      const peter = await person('peter')
      await ctx.transaction((transaction) => writeSetting(transaction, peter, name, value))
    },
    resetSettings: async () => {
      await ctx.db.deleteFrom('settings').execute()
      dropSettings(ctx.db)
    },
    runJobs: async () => {
      await app.worker.runDue()
      if (classifiesSlowly(ctx)) await app.classifierWorker.runDue()
      await app.alarmWorker.runDue()
      await app.mailer.runDue()
      await app.pusher.runDue()
    },
    stop: async () => {
      await app.server.close()
      await app.worker.stop()
      const leaks = await sweep.leaks(ctx)
      await ctx.close()
      if (folder === undefined) rmSync(data_dir, { recursive: true, force: true })
      if (own !== undefined && folder === undefined) await dropDatabase(own)
      if (leaks.length > 0)
        throw new Error(`Somebody was told what they may not know:\n${leaks.slice(0, 10).join('\n')}`)
    },
  }
}

/** An object may have a `toString` that is not a function. */
const toUrlValue = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : String(value)

/** Calls an endpoint of any server. */
export async function askOver<Name extends EndpointName>(
  url: string,
  name: Name,
  input: Record<string, unknown>,
  { as, headers = {}, raw }: AskOptions = {},
): Promise<ApiResponse<Name>> {
  const { method, path: pattern } = endpoints[name]
  const rest = { ...input }
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = toUrlValue(rest[key])
    delete rest[key]
    // Half of a surrogate pair has no encoding in a URL.
    return encodeURIComponent(value.toWellFormed())
  })
  const query =
    method === 'GET'
      ? new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, toUrlValue(value)])).toString()
      : ''
  const body = raw ?? (method === 'GET' ? undefined : JSON.stringify(rest))
  const {
    status,
    headers: received,
    text,
  } = await send(
    `${url}${filled}${query && `?${query}`}`,
    method,
    {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...headers,
    },
    body,
  )
  const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined
  return {
    status,
    headers: received,
    data: parsed as AllMembers<Output<Name>>,
    problem: parsed as Problem,
    text,
  }
}
