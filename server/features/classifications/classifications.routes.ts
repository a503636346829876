import { MOST_CATEGORIES } from '../../../contract/classifications.ts'
import { recordAct } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import type { Viewer } from '../../http/session.ts'
import { listLinks, readAllForActing, readForActing } from '../prayers/prayers.queries.ts'
import { type PrayerRow, isModerator, mayCategorize } from '../prayers/prayers.rules.ts'
import { listDoubted, listMachineLinks, listShares } from './classifications.lists.ts'
import { classify, knownCategories, readClassifiable, setLinks } from './classifications.queries.ts'
import { cancelRun, readRun, startRun } from './classifications.runs.ts'

const PAGE_SIZE = 20

/** The refusal of a request that is not there, in the words of classification. */
const asMissing = (error: unknown): never => {
  throw error instanceof Refusal && error.code === 'prayers.not_found'
    ? new Refusal('classifications.prayer_not_found')
    : error
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
    const known = new Set((await knownCategories(ctx.db)).map(({ id }) => id))
    check(
      add.every((id) => known.has(id)),
      'categories.not_found',
    )
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

  'classifications.recategorize': async ({ ctx, viewer, input }) => {
    const row = await readForActing(ctx.db, viewer, input.id).catch(asMissing)
    check(isModerator(viewer.role), 'request.forbidden')
    const prayer = found(await readClassifiable(ctx.db, row.id), 'classifications.prayer_not_found')
    const result = await classify(ctx, prayer, await knownCategories(ctx.db))
    await recordAct(ctx, viewer.id, {
      action: 'classifications.recategorize',
      target_type: 'prayer',
      target_id: row.id,
      detail: { changed: result.changed },
    })
    return { success: true as const, results: [result] }
  },

  'classifications.recategorize_many': async ({ ctx, viewer, input: { ids } }) => {
    const record = (target_id: string, detail: Record<string, unknown>) =>
      recordAct(ctx, viewer.id, {
        action: 'classifications.recategorize_many',
        target_type: 'classification_run',
        target_id,
        detail,
      })
    if (ids === undefined) {
      const job = found(await startRun(ctx), 'classifications.running')
      await record(job.id, { total: job.total })
      return { success: true as const, results: [], job }
    }
    const rows = await readAllForActing(ctx.db, viewer, ids).catch(asMissing)
    const known = await knownCategories(ctx.db)
    const results = []
    for (const { id } of rows) {
      const prayer = found(await readClassifiable(ctx.db, id), 'classifications.prayer_not_found')
      results.push(await classify(ctx, prayer, known))
    }
    await record('', { ids })
    return { success: true as const, results, job: null }
  },

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
