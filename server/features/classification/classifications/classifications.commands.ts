import type { Doubt, ClassificationResult } from '../../../../contract/classifications.ts'
import { type Context, now } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { lockCategoryCounts } from '../../community/categories/categories.commands.ts'
import { lockPrayers, withCategoryCounts, withNewCategoryCounts } from '../../community/prayers/prayers.commands.ts'
import {
  type KnownCategory,
  type Links,
  type Match,
  type Prediction,
  decideLinks,
  hasSameCategories,
  evaluateLinks,
  textOf,
} from './classifications.rules.ts'
import { type Classifiable, readClassifiable } from './classifications.queries.ts'
import { toSuggestions } from './models.rules.ts'

async function readLinks(db: Db, id: string): Promise<Links> {
  const rows = await db
    .selectFrom('prayer_categories')
    .select(['category_id', 'is_machine_generated', 'confidence'])
    .where('prayer_request_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    manual: rows.filter((row) => !row.is_machine_generated).map(({ category_id }) => category_id),
    predicted: rows
      .filter((row) => row.is_machine_generated)
      .map(({ category_id, confidence }) => ({ category_id, confidence: confidence ?? 0 })),
  }
}

async function savePrediction(
  ctx: Context,
  id: string,
  { model_id, matches, unlikely }: Prediction,
  doubt: Doubt | null,
): Promise<void> {
  const stored = {
    model_id,
    labels: JSON.stringify(matches.map(({ category_id }) => category_id)),
    scores: JSON.stringify(
      Object.fromEntries([...matches, ...unlikely].map((match) => [match.category_id, match.confidence])),
    ),
    doubt,
    classified_at: now(ctx),
  }
  await ctx.db
    .insertInto('classifications')
    .values({ prayer_request_id: id, ...stored })
    .onConflict((conflict) => conflict.column('prayer_request_id').doUpdateSet(stored))
    .execute()
}

/** The result of classifying a request. */
export interface PrayerPrediction {
  prayer: Classifiable
  said: Prediction
}

/**
 * Stores the predicted categories of requests. Counts them once, at the end: counted after each request, in whatever order, the counts
 * would be locked in an order in which others wait for each other. Returns the results of those that `applyPrediction` stored.
 */
export async function applyPredictions(
  ctx: Context,
  predictions: PrayerPrediction[],
  known: KnownCategory[],
): Promise<ClassificationResult[]> {
  if (predictions.length === 0) return []
  const ids = predictions.map(({ prayer }) => prayer.id)
  const matched = predictions.flatMap(({ said }) => said.matches.map(({ category_id }) => category_id))
  // Requests, counts, then links: whoever deletes a category locks its count before its links.
  await lockPrayers(ctx.db, ids)
  await lockCategoryCounts(ctx, ids, [...new Set(matched)])
  return await withCategoryCounts(ctx.db, ids, async () => {
    const results: ClassificationResult[] = []
    for (const prediction of predictions) {
      const result = await applyPrediction(ctx, prediction, known)
      if (result) results.push(result)
    }
    return results
  })
}

/**
 * Stores the predicted categories of a request. Returns undefined and changes nothing when the request was deleted or
 * its text changed since the classifier was called. Never replaces categories that a person chose; when the prediction
 * is empty, predicted ones stay, too.
 */
async function applyPrediction(
  ctx: Context,
  { prayer, said: prediction }: PrayerPrediction,
  known: KnownCategory[],
): Promise<ClassificationResult | undefined> {
  const { db } = ctx
  const today = await readClassifiable(db, prayer.id)
  if (!today || textOf(today) !== textOf(prayer)) return undefined
  warnOfUnmatched(ctx, prayer, prediction)
  const present = await filterExisting(db, prediction.matches)
  const before = await readLinks(db, prayer.id)
  const { replace, doubt } = decideLinks(before, { ...prediction, matches: present })
  const changed = replace !== null && !hasSameCategories(before.predicted, replace)
  if (replace) {
    await db
      .deleteFrom('prayer_categories')
      .where('prayer_request_id', '=', prayer.id)
      .where('is_machine_generated', '=', true)
      .execute()
    await insertLinks(ctx, today, replace)
  }
  await savePrediction(ctx, prayer.id, prediction, doubt)
  return { prayer_request_id: prayer.id, categories: toSuggestions(present, known), changed }
}

// Logs no label names, because those of a service could contain text of the request.
function warnOfUnmatched({ log }: Context, { id }: Classifiable, { unmatched }: Prediction): void {
  if (unmatched > 0) log.warn({ unmatched, prayer: id }, 'the classifier named unknown categories')
}

/** Stores the predicted categories of a request that the same transaction made, with categories that were read in it. */
export async function applyFirstPrediction(ctx: Context, prayer: Classifiable, prediction: Prediction): Promise<void> {
  warnOfUnmatched(ctx, prayer, prediction)
  const { replace, doubt } = decideLinks(await readLinks(ctx.db, prayer.id), prediction)
  if (replace) await withNewCategoryCounts(ctx.db, prayer.id, () => insertLinks(ctx, prayer, replace))
  await savePrediction(ctx, prayer.id, prediction, doubt)
}

/** Leaves out categories that were deleted since the classifier was called. */
async function filterExisting(db: Db, matches: Match[]): Promise<Match[]> {
  if (matches.length === 0) return matches
  const ids = matches.map(({ category_id }) => category_id)
  const rows = await db.selectFrom('categories').select('id').where('id', 'in', ids).execute()
  const there = new Set(rows.map(({ id }) => id))
  return matches.filter(({ category_id }) => there.has(category_id))
}

/** Stores the prediction of the current model without changing categories, so that moderators see disagreements. */
export async function evaluatePrediction(ctx: Context, prayer: Classifiable, prediction: Prediction): Promise<void> {
  if (!(await readClassifiable(ctx.db, prayer.id))) return
  await savePrediction(ctx, prayer.id, prediction, evaluateLinks(await readLinks(ctx.db, prayer.id), prediction))
}

/** Notes that a request waits for a moderator when nobody and nothing gave it a category, and no longer once a person did. */
export async function settleDoubt(db: Db, id: string): Promise<void> {
  const { manual, predicted } = await readLinks(db, id)
  const isChosen = manual.length > 0
  if (!isChosen && predicted.length > 0) return
  await db
    .updateTable('classifications')
    .set({ doubt: isChosen ? null : 'unsorted' })
    .where('prayer_request_id', '=', id)
    .where('doubt', isChosen ? 'is not' : 'is', null)
    .execute()
}

type NewLink = { category_id: string; confidence: number | null }

export async function insertLinks(
  ctx: Context,
  prayer: { id: string; listed_at: string },
  links: NewLink[],
  { is_machine_generated = true, from = 0 } = {},
): Promise<void> {
  if (links.length === 0) return
  await ctx.db
    .insertInto('prayer_categories')
    .values(
      links.map(({ category_id, confidence }, index) => ({
        prayer_request_id: prayer.id,
        category_id,
        confidence,
        is_machine_generated,
        position: from + index,
        listed_at: prayer.listed_at,
        created_at: now(ctx),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['prayer_request_id', 'category_id']).doUpdateSet({ is_machine_generated, confidence: null }),
    )
    .execute()
}

interface LinkChange {
  remove?: string[]
  add?: string[]
  replace?: boolean
  by_moderator: boolean
}

/** Stores the categories that a person chose: from then on no classifier changes them. */
export async function setLinks(
  ctx: Context,
  prayer: { id: string; listed_at: string },
  { remove = [], add = [], replace = false, by_moderator }: LinkChange,
): Promise<void> {
  const { db } = ctx
  const before = (await readLinks(db, prayer.id)).predicted.map(({ category_id }) => category_id)
  const rejected = before.filter((id) => (replace || remove.includes(id)) && !add.includes(id))
  await withCategoryCounts(db, prayer.id, async () => {
    if (replace || remove.length > 0) {
      await db
        .deleteFrom('prayer_categories')
        .where('prayer_request_id', '=', prayer.id)
        .$if(!replace, (query) => query.where('category_id', 'in', remove))
        .execute()
    }
    const left = await db
      .selectFrom('prayer_categories')
      .select(({ fn }) => fn.max('position').as('last'))
      .where('prayer_request_id', '=', prayer.id)
      .executeTakeFirst()
    const links = add.map((category_id) => ({ category_id, confidence: null }))
    await insertLinks(ctx, prayer, links, { is_machine_generated: false, from: (left?.last ?? -1) + 1 })
  })
  const { manual, predicted } = await readLinks(db, prayer.id)
  const doubt = manual.length + predicted.length === 0 ? 'unsorted' : null
  await db.updateTable('classifications').set({ doubt }).where('prayer_request_id', '=', prayer.id).execute()
  await ctx.addJob('classifications.learn', { id: prayer.id, wrong: rejected, by_moderator })
}
