import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CheckName, CheckOutcome } from '../../../contract/checks.ts'
import { type Context, now, sortsSlowly } from '../../context.ts'
import { listBackups, timeOfBackup } from '../../backups/make.ts'
import type { ModelProblem } from '../../classifier/model-folder.ts'
import { makeBackupOnThread, verifyNewest } from '../../backups/thread.ts'
import { countMigrations } from '../../db/open.ts'
import { sendTest } from '../../mail/send.ts'
import { MailError } from '../../mail/transport.ts'
import { openSorter } from '../classifications/classifications.sorting.ts'
import type { Result } from './checks.queries.ts'
import { clocksAgree, isEnough } from './checks.rules.ts'

const BUILD = path.join(import.meta.dirname, '../../../build')
const SENTENCE = 'Please pray for my mother, who is in hospital and has surgery tomorrow.'
const EXPECTED = 'health'
/** How long the worker may take. Milliseconds. */
const PATIENCE_MS = 5000
const LOOK_MS = 20
/** So long a backup need not be made again. Milliseconds. */
const FRESH_MS = 10 * 60_000

/** Writes a row, reads it back and removes it, each in a transaction of its own: what is read was on the disk. */
async function write(ctx: Context): Promise<Result> {
  const name = `probe ${randomUUID()}`
  const row = { name, outcome: 'written', is_well: true, detail: '{}', ms: 0, checked_at: now(ctx) }
  await ctx.transaction(({ db }) => db.insertInto('checks').values(row).execute())
  try {
    const read = await ctx.db.selectFrom('checks').select('checked_at').where('name', '=', name).executeTakeFirst()
    const is_well = read?.checked_at === row.checked_at
    return { outcome: is_well ? 'written' : 'lost', is_well }
  } finally {
    await ctx.transaction(({ db }) => db.deleteFrom('checks').where('name', '=', name).execute())
  }
}

async function integrity({ database }: Context): Promise<Result> {
  const { how, is_whole } = await database.engine.inspect()
  return { outcome: is_whole ? how : 'damaged', is_well: is_whole }
}

async function migrations({ database }: Context): Promise<Result> {
  const { all, missing } = await countMigrations(database)
  return { outcome: missing === 0 ? 'newest' : 'behind', is_well: missing === 0, detail: { all, missing } }
}

/** Which of them answer, and how far the last of these is behind. Their addresses are nobody's business. */
async function replicas(ctx: Context): Promise<Result> {
  if (!ctx.replicas) return { outcome: 'none', is_well: true }
  const states = await ctx.replicas.states()
  const used = states.filter(({ is_used, behind }) => is_used && behind !== null)
  const ms = Math.max(0, ...used.map(({ behind }) => Math.round((behind?.seconds ?? 0) * 1000)))
  const is_well = used.length === states.length
  return {
    outcome: is_well ? 'near' : 'away',
    is_well,
    detail: { all: states.length, answering: used.length, late: ms },
  }
}

async function clock(ctx: Context): Promise<Result> {
  const before = ctx.clock().getTime()
  const theirs = Date.parse(await ctx.database.engine.time())
  // Half of the way there and back.
  const ours = (before + ctx.clock().getTime()) / 2
  const seconds = Math.round(Math.abs(ours - theirs) / 100) / 10
  const is_well = clocksAgree(ours, theirs)
  return { outcome: is_well ? 'agrees' : 'apart', is_well, detail: { seconds } }
}

async function disk({ config }: Context): Promise<Result> {
  await access(config.data_dir, constants.W_OK)
  const { bavail, blocks, bsize } = await statfs(config.data_dir)
  const [free, size] = [bavail * bsize, blocks * bsize]
  const is_well = isEnough(free, size)
  return { outcome: is_well ? 'enough' : 'little', is_well, detail: { free } }
}

/** Queues a job and waits until the worker has done it. */
async function worker(ctx: Context): Promise<Result> {
  const key = `checks.answer ${randomUUID()}`
  const start = performance.now()
  await ctx.transaction((transaction) => transaction.addJob('checks.answer', {}, { unique_key: key, max_attempts: 1 }))
  while (performance.now() - start < PATIENCE_MS) {
    // A job that is done bears its key no longer.
    const waiting = await ctx.db.selectFrom('jobs').select('id').where('unique_key', '=', key).executeTakeFirst()
    if (!waiting) return { outcome: 'answered', is_well: true }
    await wait(LOOK_MS)
  }
  return { outcome: 'silent', is_well: false, detail: { seconds: PATIENCE_MS / 1000 } }
}

const ofModel: Record<ModelProblem, CheckOutcome> = {
  not_a_folder: 'model_missing',
  incomplete: 'model_missing',
  no_package: 'model_without_package',
  unusable: 'model_unusable',
  stopped: 'model_unusable',
}

/** What keeps the model of a folder from sorting, where one is set. */
function faultOfModel({ remote, local }: Context): Result | undefined {
  if (remote || !local || local.isReady) return undefined
  const { fault } = local
  if (!fault) return { outcome: 'model_loading', is_well: false }
  return { outcome: ofModel[fault.problem], is_well: false, detail: { what: fault.detail } }
}

/**
 * Asks whoever sorts here: the built-in model, or what is in its place. A service speaks of categories in its own words, and the
 * model of a folder may know another language best.
 */
async function classifier(ctx: Context): Promise<Result> {
  const fault = faultOfModel(ctx)
  if (fault) return fault
  if (sortsSlowly(ctx)) {
    const sorter = await openSorter(ctx)
    const { matches } = await sorter.ask({ title: null, content: SENTENCE, visibility: 'public', is_guarded: false })
    return { outcome: matches.length > 0 ? 'recognised' : 'unrecognised', is_well: matches.length > 0 }
  }
  const is_well = ctx.classifier().classify(SENTENCE).labels[0] === EXPECTED
  return { outcome: is_well ? 'recognised' : 'unrecognised', is_well }
}

function pages({ config }: Context): Result {
  if (config.development) return { outcome: 'from_source', is_well: true }
  const assets = path.join(BUILD, 'client/assets')
  const is_well =
    existsSync(path.join(BUILD, 'server/index.js')) && existsSync(assets) && readdirSync(assets).length > 0
  return { outcome: is_well ? 'built' : 'missing', is_well }
}

/** Makes one, unless that was done a moment ago: then that one is read back. */
async function backup({ config, ...ctx }: Context): Promise<Result> {
  if (!config.backups) return { outcome: 'elsewhere', is_well: true }
  const [newest] = listBackups(config)
  const isFresh = newest !== undefined && ctx.clock().getTime() - Date.parse(timeOfBackup(newest)) < FRESH_MS
  const file = isFresh ? await verifyNewest(config) : (await makeBackupOnThread(config)).file
  return { outcome: 'backed_up', is_well: true, detail: { size: statSync(file ?? '').size } }
}

async function mail(ctx: Context, user_id: string): Promise<Result> {
  try {
    const outcome = await sendTest(ctx, user_id)
    // Mails that lie in a folder reach nobody: true, and not well.
    return { outcome, is_well: outcome === 'handed_in' }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { outcome: 'refused', is_well: false, detail: { error: error.message } }
  }
}

const probes: Record<CheckName, (ctx: Context, user_id: string) => Result | Promise<Result>> = {
  write,
  integrity,
  migrations,
  replicas,
  clock,
  disk,
  worker,
  classifier,
  pages,
  backup,
  mail,
}

/** Tries one promise. What nobody foresaw is a failure like any other; only the log is told its words. */
export async function probe(ctx: Context, name: CheckName, user_id: string): Promise<Result & { ms: number }> {
  const start = performance.now()
  const took = (): number => Math.round(performance.now() - start)
  try {
    return { ...(await probes[name](ctx, user_id)), ms: took() }
  } catch (error) {
    ctx.log.error({ err: error, check: name }, 'check failed')
    return { outcome: 'failed', is_well: false, ms: took() }
  }
}
