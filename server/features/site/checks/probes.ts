import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CheckName, CheckOutcome } from '../../../../contract/checks.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { type Context, now, classifiesSlowly } from '../../../context.ts'
import { listBackups } from '../../../backups/make.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import type { ModelProblem } from '../../../classifier/model-folder.ts'
import { copyNewestOnThread, isMakingBackup, makeBackupOnThread, readBackupOnThread } from '../../../backups/thread.ts'
import { readBackupSettings } from '../../../settings/backup-place.ts'
import { countMigrations } from '../../../db/open.ts'
import { sendTestMail } from '../../../mail/send.ts'
import { MailError } from '../../../mail/transport.ts'
import { tryAddress } from '../../../outgoing/own-address.ts'
import { readAlarmReach } from '../../care/alarms/alarms.queries.ts'
import { openPrayerClassifier } from '../../classification/classifications/active-classifier.ts'
import type { CheckResult } from './checks.queries.ts'
import { clocksAgree, hasEnoughSpace, resultOfCopy } from './checks.rules.ts'

const BUILD = path.join(import.meta.dirname, '../../../../build')
const SAMPLE_TEXT = 'Please pray for my mother, who is in hospital and has surgery tomorrow.'
const EXPECTED_LABEL = 'health'
/** Time limit for the worker, in milliseconds. */
const WORKER_TIMEOUT_MS = 5000
const POLL_INTERVAL_MS = 20
/** Age up to which an existing backup is verified instead of making a new one, in milliseconds. */
const BACKUP_MAX_AGE_MS = 10 * 60_000

/** Writes, reads and deletes a row, each in a transaction of its own, so that the read row was committed. */
async function write(ctx: Context): Promise<CheckResult> {
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

async function integrity({ database }: Context): Promise<CheckResult> {
  const { how, is_whole } = await database.engine.checkIntegrity()
  return { outcome: is_whole ? how : 'damaged', is_well: is_whole }
}

async function migrations({ database }: Context): Promise<CheckResult> {
  const { all, missing } = await countMigrations(database)
  return { outcome: missing === 0 ? 'newest' : 'behind', is_well: missing === 0, detail: { all, missing } }
}

/** The number of replicas that answer, and the greatest delay among them. Leaves out their addresses. */
async function replicas(ctx: Context): Promise<CheckResult> {
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

async function clock(ctx: Context): Promise<CheckResult> {
  const before = ctx.clock().getTime()
  const theirs = Date.parse(await ctx.database.engine.time())
  // The middle between request and answer.
  const ours = (before + ctx.clock().getTime()) / 2
  const seconds = Math.round(Math.abs(ours - theirs) / 100) / 10
  const is_well = clocksAgree(ours, theirs)
  return { outcome: is_well ? 'agrees' : 'apart', is_well, detail: { seconds } }
}

async function disk({ config }: Context): Promise<CheckResult> {
  await access(config.data_dir, constants.W_OK)
  const { bavail, blocks, bsize } = await statfs(config.data_dir)
  const [free, size] = [bavail * bsize, blocks * bsize]
  const [newest] = config.backups ? listBackups(config) : []
  const backup_bytes = newest === undefined ? 0 : (statSync(newest, { throwIfNoEntry: false })?.size ?? 0)
  const is_well = hasEnoughSpace(free, size, backup_bytes)
  return { outcome: is_well ? 'enough' : 'little', is_well, detail: { free } }
}

/** Queues a job and waits until the worker has done it. */
async function worker(ctx: Context): Promise<CheckResult> {
  const key = `checks.answer ${randomUUID()}`
  const start = performance.now()
  await ctx.transaction((transaction) => transaction.addJob('checks.answer', {}, { unique_key: key, max_attempts: 1 }))
  while (performance.now() - start < WORKER_TIMEOUT_MS) {
    // A finished job no longer has its unique key.
    const waiting = await ctx.db.selectFrom('jobs').select('id').where('unique_key', '=', key).executeTakeFirst()
    if (!waiting) return { outcome: 'answered', is_well: true }
    await wait(POLL_INTERVAL_MS)
  }
  return { outcome: 'silent', is_well: false, detail: { seconds: WORKER_TIMEOUT_MS / 1000 } }
}

const outcomeByProblem: Record<ModelProblem, CheckOutcome> = {
  not_a_folder: 'model_missing',
  incomplete: 'model_missing',
  no_package: 'model_without_package',
  unusable: 'model_unusable',
  stopped: 'model_unusable',
}

/** The fault that keeps the local model from classifying, if one is configured. */
function findModelFault({ remoteClassifier, localClassifier }: Context): CheckResult | undefined {
  if (remoteClassifier || !localClassifier || localClassifier.isReady) return undefined
  const { fault } = localClassifier
  if (!fault) return { outcome: 'model_loading', is_well: false }
  return { outcome: outcomeByProblem[fault.problem], is_well: false, detail: { what: fault.detail } }
}

/**
 * Tests the active classifier: the built-in model, the service or the local model. The last two only need to find any
 * category, because a service has labels of its own and a local model may know another language best.
 */
async function classifier(ctx: Context): Promise<CheckResult> {
  const fault = findModelFault(ctx)
  if (fault) return fault
  if (classifiesSlowly(ctx)) {
    const prayerClassifier = await openPrayerClassifier(ctx)
    const { matches } = await prayerClassifier.classify({
      title: null,
      content: SAMPLE_TEXT,
      visibility: 'public',
      publication: 'published',
      is_guarded: false,
    })
    return { outcome: matches.length > 0 ? 'recognised' : 'unrecognised', is_well: matches.length > 0 }
  }
  const is_well = ctx.classifier().classify(SAMPLE_TEXT).labels[0] === EXPECTED_LABEL
  return { outcome: is_well ? 'recognised' : 'unrecognised', is_well }
}

function pages({ config }: Context): CheckResult {
  if (config.development) return { outcome: 'from_source', is_well: true }
  const assets = path.join(BUILD, 'client/assets')
  const is_well =
    existsSync(path.join(BUILD, 'server/index.js')) && existsSync(assets) && readdirSync(assets).length > 0
  return { outcome: is_well ? 'built' : 'missing', is_well }
}

/** Makes a backup, unless there is a recent one: then verifies that. */
async function backup(ctx: Context): Promise<CheckResult> {
  const { config } = ctx
  if (!config.backups) return { outcome: 'elsewhere', is_well: true }
  const [newest] = listBackups(config)
  // One of today may be on its way elsewhere for hours.
  const max_age = isMakingBackup(config) ? DAY_MS : BACKUP_MAX_AGE_MS
  const isFresh = newest !== undefined && ctx.clock().getTime() - Date.parse(parseBackupTime(newest)) < max_age
  if (isFresh && (await readBackupOnThread(newest)) === null) return { outcome: 'failed', is_well: false }
  const file = isFresh ? newest : (await makeBackupOnThread(await readBackupSettings(ctx))).file
  return { outcome: 'backed_up', is_well: true, detail: { size: statSync(file).size } }
}

/** Copies the newest backup to the second place, unless it is there. */
async function backup_copy(ctx: Context): Promise<CheckResult> {
  if (!ctx.config.backups) return { outcome: 'elsewhere', is_well: true }
  const settings = await readBackupSettings(ctx)
  if (settings.second_place === undefined) return { outcome: 'only_here', is_well: true }
  return resultOfCopy(await copyNewestOnThread(settings))
}

async function mail(ctx: Context, user_id: string): Promise<CheckResult> {
  try {
    const outcome = await sendTestMail(ctx, user_id)
    // Mails in a folder reach nobody: reports the outcome, but not as well.
    return { outcome, is_well: outcome === 'handed_in' }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { outcome: 'refused', is_well: false, detail: { error: error.message } }
  }
}

/** Opens the site's address from here. */
async function address({ config, secrets }: Context): Promise<CheckResult> {
  const { reach } = await tryAddress(config.public_url, { secrets })
  return { outcome: reach, is_well: reach === 'reached', detail: { address: config.public_url } }
}

/** Returns whether an alarm about somebody in danger would reach somebody. Sends nothing: a drill does. */
async function alarm(ctx: Context): Promise<CheckResult> {
  const outcome = await readAlarmReach(ctx)
  return { outcome, is_well: outcome === 'reachable' }
}

const probes: Record<CheckName, (ctx: Context, user_id: string) => CheckResult | Promise<CheckResult>> = {
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
  backup_copy,
  mail,
  address,
  alarm,
}

/** Runs one check. An unexpected error counts as a failure; its message goes only to the log. */
export async function probe(ctx: Context, name: CheckName, user_id: string): Promise<CheckResult & { ms: number }> {
  const start = performance.now()
  const took = (): number => Math.round(performance.now() - start)
  try {
    return { ...(await probes[name](ctx, user_id)), ms: took() }
  } catch (error) {
    ctx.log.error({ err: error, check: name }, 'check failed')
    return { outcome: 'failed', is_well: false, ms: took() }
  }
}
