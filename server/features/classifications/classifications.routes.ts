import { MOST_CATEGORIES } from '../../../contract/classifications.ts'
import { recordAct } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import { type Exchange, type Handlers, opensTransaction } from '../../http/implement.ts'
import type { Viewer } from '../../http/session.ts'
import { allCategoriesExist } from '../categories/categories.queries.ts'
import { listLinks, readAllForActing, readForActing } from '../prayers/prayers.queries.ts'
import { type PrayerRow, isModerator, mayCategorize } from '../prayers/prayers.rules.ts'
import { listDoubted, listMachineLinks, listShares } from './classifications.lists.ts'
import { type Classifiable, readClassifiable, setLinks, sortAs } from './classifications.queries.ts'
import { cancelRun, readRun, startRun } from './classifications.runs.ts'
import { type Said, asRefusal, openSorter } from './classifications.sorting.ts'

const PAGE_SIZE = 20

/** The refusal of a request that is not there, in the words of classification. */
const asMissing = (error: unknown): never => {
  throw error instanceof Refusal && error.code === 'prayers.not_found'
    ? new Refusal('classifications.prayer_not_found')
    : error
}

/** Ends the question to another service when whoever asked has gone. */
function signalOf(exchange: Exchange | undefined): AbortSignal | undefined {
  if (!exchange) return undefined
  const gone = new AbortController()
  exchange.reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Writes what was found out. When that fails for a reason that nobody foresaw, the person hears that only this failed. */
async function saving<Result>(root: Context, work: (ctx: Context) => Promise<Result>): Promise<Result> {
  try {
    return await root.transaction(work)
  } catch (error) {
    if (error instanceof Refusal || root.database.engine.isUnavailable(error)) throw error
    root.log.error({ err: error }, 'categories could not be stored')
    throw new Refusal('classifications.update_failed')
  }
}

async function mayChange(ctx: Context, viewer: Viewer, id: string): Promise<PrayerRow> {
  const row = await readForActing(ctx.db, viewer, id)
  check(mayCategorize(viewer, row), 'request.forbidden')
  return row
}

/** Changes the categories of a request; what somebody else than its author changes is written down. */
async function change(ctx: Context, viewer: Viewer, row: PrayerRow, links: Parameters<typeof setLinks>[2]) {
  const add = links.add ?? []
  if (add.length > 0) {
    check(await allCategoriesExist(ctx.db, add), 'categories.not_found')
  }
  await setLinks(ctx, row, links)
  const now = await listLinks(ctx.db, viewer, [row.id])
  check(now.length <= MOST_CATEGORIES, 'categories.too_many')
  if (row.author_id !== viewer.id) {
    await recordAct(ctx, viewer.id, {
      action: 'classifications.change_links',
      target_type: 'prayer',
      target_id: row.id,
      detail: { categories: now.map(({ category_id }) => category_id) },
    })
  }
  return now
}

export const classifications = {
  'classifications.replace_links': async ({ ctx, viewer, input }) =>
    await change(ctx, viewer, await mayChange(ctx, viewer, input.id), { add: input.categoryIds, replace: true }),

  'classifications.add_links': async ({ ctx, viewer, input }) => {
    const row = await mayChange(ctx, viewer, input.id)
    return await change(ctx, viewer, row, {
      add: [...new Set(input.categories.map(({ category_id }) => category_id))],
    })
  },

  'classifications.remove_links': async ({ ctx, viewer, input }) =>
    await change(ctx, viewer, await mayChange(ctx, viewer, input.id), { remove: input.category_ids }),

  'classifications.recategorize': opensTransaction(async ({ ctx: root, viewer, input, exchange }) => {
    const row = await readForActing(root.db, viewer, input.id).catch(asMissing)
    check(isModerator(viewer.role), 'request.forbidden')
    const prayer = found(await readClassifiable(root.db, row.id), 'classifications.prayer_not_found')
    const sorter = await openSorter(root)
    const said = await sorter.ask(prayer, signalOf(exchange)).catch((error: unknown) => {
      throw asRefusal(error)
    })
    return await saving(root, async (ctx) => {
      const result = found(await sortAs(ctx, prayer, said, sorter.known), 'classifications.prayer_not_found')
      await recordAct(ctx, viewer.id, {
        action: 'classifications.recategorize',
        target_type: 'prayer',
        target_id: row.id,
        detail: { changed: result.changed },
      })
      return { success: true as const, results: [result] }
    })
  }),

  'classifications.recategorize_many': opensTransaction(async ({ ctx: root, viewer, input: { ids }, exchange }) => {
    const record = (ctx: Context, target_id: string, detail: Record<string, unknown>) =>
      recordAct(ctx, viewer.id, {
        action: 'classifications.recategorize_many',
        target_type: 'classification_run',
        target_id,
        detail,
      })
    if (ids === undefined) {
      return await root.transaction(async (ctx) => {
        const job = found(await startRun(ctx), 'classifications.running')
        await record(ctx, job.id, { total: job.total })
        return { success: true as const, results: [], job }
      })
    }
    const rows = await readAllForActing(root.db, viewer, ids).catch(asMissing)
    const sorter = await openSorter(root)
    const answers: { prayer: Classifiable; said: Said }[] = []
    for (const { id } of rows) {
      const prayer = found(await readClassifiable(root.db, id), 'classifications.prayer_not_found')
      const said = await sorter.ask(prayer, signalOf(exchange)).catch((error: unknown) => {
        throw asRefusal(error, { many: true })
      })
      answers.push({ prayer, said })
    }
    return await saving(root, async (ctx) => {
      const results = []
      for (const { prayer, said } of answers) {
        results.push(found(await sortAs(ctx, prayer, said, sorter.known), 'classifications.prayer_not_found'))
      }
      await record(ctx, '', { ids })
      return { success: true as const, results, job: null }
    })
  }),

  'classifications.progress': async ({ ctx }) => ({ job: (await readRun(ctx.db)) ?? null }),

  'classifications.cancel': async ({ ctx, viewer }) => {
    const job = found(await cancelRun(ctx), 'classifications.not_running')
    await recordAct(ctx, viewer.id, {
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
