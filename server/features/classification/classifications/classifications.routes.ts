import { MAX_CATEGORIES } from '../../../../contract/classifications.values.ts'
import { isModerator } from '../../../../contract/roles.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { Refusal, check, ensureFound } from '../../../http/errors.ts'
import { type Exchange, type HandlerArgs, type Handlers, opensTransaction } from '../../../http/implement.ts'
import { lockCategoryCounts } from '../../community/categories/categories.commands.ts'
import { checkCategories } from '../../community/categories/categories.queries.ts'
import { changesByAuthor, lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { filterReadable, listLinks, readPrayerRows, readPrayerRow } from '../../community/prayers/prayers.queries.ts'
import { mayCategorizePrayer } from '../../community/prayers/prayers.rules.ts'
import { listDoubted, listMachineLinks, listShares } from './miscategorized.queries.ts'
import { readClassifiable } from './classifications.queries.ts'
import { type PrayerPrediction, applyPredictions, setLinks } from './classifications.commands.ts'
import { cancelRun, classifyWhole, readRun, startRun, storeBatch } from './reclassification.ts'
import { toRefusal, openPrayerClassifier } from './active-classifier.ts'

const PAGE_SIZE = 20

/** Turns the refusal for a missing request into the error code of classification. */
const toNotFound = (error: unknown): never => {
  throw error instanceof Refusal && error.code === 'prayers.not_found'
    ? new Refusal('classifications.prayer_not_found')
    : error
}

/** Aborts the call to the service when the client has disconnected. */
function abortSignalOf(exchange: Exchange | undefined): AbortSignal | undefined {
  if (!exchange) return undefined
  const gone = new AbortController()
  exchange.reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/**
 * Stores the results in a transaction. An unexpected error becomes a refusal that says that only storing has failed.
 */
async function runSaving<Result>(
  { ctx: root, once }: Pick<HandlerArgs<'classifications.recategorize'>, 'ctx' | 'once'>,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  try {
    return await once(work)
  } catch (error) {
    if (error instanceof Refusal || root.database.engine.isUnavailable(error)) throw error
    root.log.error({ err: error }, 'categories could not be stored')
    throw new Refusal('classifications.update_failed')
  }
}

/** Changes the categories of a request. Records in the audit log when somebody other than the author does. */
async function changeLinks(
  { ctx, limits, viewer }: Pick<HandlerArgs<'classifications.replace_links'>, 'ctx' | 'limits' | 'viewer'>,
  id: string,
  links: Omit<Parameters<typeof setLinks>[2], 'by_moderator'>,
) {
  const row = await readPrayerRow(ctx.db, viewer, id)
  check(mayCategorizePrayer(viewer, row), 'request.forbidden')
  if (row.author_id === viewer.id) await limits.count(changesByAuthor, viewer.id)
  const add = links.add ?? []
  // Requests, counts, then links: whoever deletes a category locks its count before its links.
  await lockPrayers(ctx.db, [row.id])
  await lockCategoryCounts(ctx, [row.id], add)
  await checkCategories(ctx, add)
  await setLinks(ctx, row, { ...links, by_moderator: isModerator(viewer.role) })
  const now = await listLinks(ctx.db, viewer, { ids: [row.id] })
  check(now.length <= MAX_CATEGORIES, 'categories.too_many')
  if (row.author_id !== viewer.id) {
    await recordAudit(ctx, viewer.id, {
      action: 'classifications.change_links',
      target_type: 'prayer',
      target_id: row.id,
      detail: { categories: now.map(({ category_id }) => category_id) },
    })
  }
  return now
}

export const classifications = {
  'classifications.replace_links': ({ input, ...args }) =>
    changeLinks(args, input.id, { add: input.categoryIds, replace: true }),

  'classifications.add_links': ({ input, ...args }) =>
    changeLinks(args, input.id, { add: [...new Set(input.categories.map(({ category_id }) => category_id))] }),

  'classifications.remove_links': ({ input, ...args }) => changeLinks(args, input.id, { remove: input.category_ids }),

  'classifications.recategorize': opensTransaction(async ({ ctx: root, once, viewer, input, exchange }) => {
    const row = await readPrayerRow(root.db, viewer, input.id).catch(toNotFound)
    check(isModerator(viewer.role), 'request.forbidden')
    const prayer = ensureFound(await readClassifiable(root.db, row.id), 'classifications.prayer_not_found')
    const prayerClassifier = await openPrayerClassifier(root)
    const said = await prayerClassifier.classify(prayer, abortSignalOf(exchange)).catch((error: unknown) => {
      throw toRefusal(error)
    })
    return await runSaving({ ctx: root, once }, async (ctx) => {
      const [stored] = await applyPredictions(ctx, [{ prayer, said }], prayerClassifier.categories)
      const result = ensureFound(stored, 'classifications.prayer_not_found')
      await recordAudit(ctx, viewer.id, {
        action: 'classifications.recategorize',
        target_type: 'prayer',
        target_id: row.id,
        detail: { changed: result.changed },
      })
      return { success: true as const, results: [result] }
    })
  }),

  'classifications.recategorize_many': opensTransaction(
    async ({ ctx: root, once, viewer, input: { ids }, exchange }) => {
      const record = (ctx: Context, target_id: string, detail: Record<string, unknown>) =>
        recordAudit(ctx, viewer.id, {
          action: 'classifications.recategorize_many',
          target_type: 'classification_run',
          target_id,
          detail,
        })
      if (ids === undefined) {
        const whole = await classifyWhole(root)
        return await once(async (ctx) => {
          const run = ensureFound(await startRun(ctx), 'classifications.running')
          await record(ctx, run.id, { total: run.total })
          const stored = whole ? await storeBatch(ctx, run.id, whole) : []
          const ofRun = stored.map(({ prayer_request_id }) => prayer_request_id)
          const readable = await filterReadable(ctx.db, viewer, ofRun)
          const results = stored.filter(({ prayer_request_id }) => readable.has(prayer_request_id))
          return { success: true as const, results, job: (await readRun(ctx.db)) ?? run }
        })
      }
      const rows = await readPrayerRows(root.db, viewer, ids).catch(toNotFound)
      const prayerClassifier = await openPrayerClassifier(root)
      const predictions: PrayerPrediction[] = []
      for (const { id } of rows) {
        const prayer = await readClassifiable(root.db, id)
        if (!prayer) continue
        const prediction = await prayerClassifier.classify(prayer, abortSignalOf(exchange)).catch((error: unknown) => {
          throw toRefusal(error, { many: true })
        })
        predictions.push({ prayer, said: prediction })
      }
      return await runSaving({ ctx: root, once }, async (ctx) => {
        const results = await applyPredictions(ctx, predictions, prayerClassifier.categories)
        await record(ctx, '', { ids: results.map(({ prayer_request_id }) => prayer_request_id) })
        return { success: true as const, results, job: null }
      })
    },
  ),

  'classifications.progress': async ({ ctx }) => ({ job: (await readRun(ctx.db)) ?? null }),

  'classifications.cancel': async ({ ctx, viewer }) => {
    const job = ensureFound(await cancelRun(ctx), 'classifications.not_running')
    await recordAudit(ctx, viewer.id, {
      action: 'classifications.cancel',
      target_type: 'classification_run',
      target_id: job.id,
    })
    return { job }
  },

  'classifications.doubted': ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE } }) =>
    listDoubted(ctx.db, viewer, { page, pageSize }),

  'classifications.shares': ({ ctx }) => listShares(ctx),

  'classifications.machine_links': ({ ctx, viewer, input: { page = 0, pageSize = PAGE_SIZE } }) =>
    listMachineLinks(ctx.db, viewer, { page, pageSize }),
} satisfies Handlers<'classifications'>
