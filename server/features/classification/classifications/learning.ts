import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Layer, matchesCorrection, rebuildLayer, updateLayer } from '../../../../classifier/runtime/classifier.ts'
import { type Context, now } from '../../../context.ts'
import { type Db, type OpenDatabase, idsOf, prayersWithoutReader } from '../../../db/open.ts'
import type { Schema } from '../../../db/schema.ts'
import type { JobPayload } from '../../../jobs/kinds.ts'
import { settleDoubt } from './classifications.commands.ts'
import { type Correction, folds, isRebuildDue } from './classifications.rules.ts'
import { readCategories, readCorrections, readNewlyTeaching } from './corrections.ts'

/**
 * Maximum number of stored versions; only the active one has weights, the others only the time up to which they had
 * learned.
 */
const MAX_VERSIONS = 30

export interface LearnedModel {
  model_id: string
  layer: Layer
  /** Changes with every correction. */
  key: string
}

const modelCache = new WeakMap<OpenDatabase, { key: string; learned: LearnedModel }>()

const selectActiveVersion = (db: Db) =>
  db.selectFrom('classifier_versions').select(['id', 'base_id', 'revision']).where('is_active', '=', true)

/** The current learned model. One small query detects whether another process has learned more. */
export async function readLearnedModel(ctx: Context): Promise<LearnedModel> {
  const base_id = ctx.classifier().id
  const version = await selectActiveVersion(ctx.db).executeTakeFirst()
  // The weights of another base model refer to other features; the next rebuild computes new ones.
  const isUsable = version?.base_id === base_id
  const key = isUsable ? `${version.id} ${version.revision}` : base_id
  const cached = modelCache.get(ctx.database)
  if (cached?.key === key) return cached.learned
  const layer = isUsable ? await readLayer(ctx.db, version.id) : new Layer()
  const model = { key, model_id: isUsable ? `${base_id}.${version.id.slice(-12)}` : base_id, layer }
  const remember = (): void => void modelCache.set(ctx.database, { key, learned: model })
  // A row that a transaction has read may be undone.
  if (ctx.db.isTransaction) ctx.afterCommit(remember)
  else remember()
  return model
}

async function readLayer(db: Db, version_id: string): Promise<Layer> {
  const layer = new Layer()
  const rows = await db
    .selectFrom('classifier_columns')
    .select(['column_id', 'weights'])
    .where('version_id', '=', version_id)
    .orderBy('column_id')
    .execute()
  for (const { column_id, weights } of rows) layer.unpack(column_id, weights)
  return layer
}

async function writeColumns(db: Db, version_id: string, layer: Layer, ids: string[]): Promise<void> {
  for (const column_id of ids.toSorted()) {
    const weights = layer.pack(column_id)
    await db
      .insertInto('classifier_columns')
      .values({ version_id, column_id, weights })
      .onConflict((conflict) => conflict.columns(['version_id', 'column_id']).doUpdateSet({ weights }))
      .execute()
  }
}

/**
 * Stores the correction of a request's categories. If the request is public, learns from a moderator's at once, and from
 * an author's when it makes enough of them agree: then also from those that waited for it. `wrong`: predicted categories
 * that the person removed.
 */
export async function saveCorrection(
  root: Context,
  { id, wrong: rejected, by_moderator: is_by_moderator }: JobPayload<'classifications.learn'>,
): Promise<void> {
  await root.transaction(async (ctx) => {
    const { db } = ctx
    const prayer = await prayersWithoutReader(db).select('id').where('id', '=', id).executeTakeFirst()
    if (!prayer) return
    await settleDoubt(db, id)
    const links = await db
      .selectFrom('prayer_categories')
      .select('category_id')
      .where('prayer_request_id', '=', id)
      .where('is_machine_generated', '=', false)
      .orderBy('position')
      .execute()
    const categories = links.map(({ category_id }) => category_id)
    const before = await db
      .selectFrom('classification_examples')
      .select('wrong')
      .where('prayer_request_id', '=', id)
      .executeTakeFirst()
    const allRejected = [...new Set([...(before?.wrong ?? []), ...rejected])].filter((one) => !categories.includes(one))
    if (categories.length === 0 && allRejected.length === 0) {
      await db.deleteFrom('classification_examples').where('prayer_request_id', '=', id).execute()
      return
    }
    const example = {
      categories: JSON.stringify(categories),
      wrong: JSON.stringify(allRejected),
      taught_at: now(ctx),
      is_by_moderator,
      is_trusted: false,
      left_out_at: null,
    }
    await db
      .insertInto('classification_examples')
      .values({ prayer_request_id: id, ...example })
      .onConflict((conflict) => conflict.column('prayer_request_id').doUpdateSet(example))
      .execute()
    const corrections = await readNewlyTeaching(ctx, id)
    if (corrections.length > 0) await applyCorrections(ctx, corrections)
  })
}

async function applyCorrections(ctx: Context, corrections: Correction[]): Promise<void> {
  const { db } = ctx
  const base = ctx.classifier()
  // Locks the version first: of two concurrent corrections the second adds to the weights that the first has written.
  const version = await db
    .updateTable('classifier_versions')
    .set((row) => ({ revision: row('revision', '+', corrections.length) }))
    .where('is_active', '=', true)
    .returning(['id', 'base_id'])
    .executeTakeFirst()
  const isUsable = version?.base_id === base.id
  const layer = isUsable ? await readLayer(db, version.id) : new Layer()
  const categories = await readCategories(db)
  for (const correction of corrections) updateLayer(base, layer, categories, correction)
  if (isUsable) await writeColumns(db, version.id, layer, layer.changed)
  else if (!version)
    await insertVersion(ctx, layer, { reason: 'learned', until: now(ctx), revision: corrections.length })
}

type Versions = Insertable<Schema['classifier_versions']>
type NewVersion = Pick<Versions, 'reason' | 'until'> & Partial<Versions>

/** Inserts a version and activates it. Deletes the weights of earlier versions. */
async function insertVersion(ctx: Context, layer: Layer, version: NewVersion): Promise<string> {
  const { db } = ctx
  const id = uuidv7()
  await db.updateTable('classifier_versions').set({ is_active: false }).where('is_active', '=', true).execute()
  await db.deleteFrom('classifier_columns').execute()
  await db
    .insertInto('classifier_versions')
    .values({
      id,
      base_id: ctx.classifier().id,
      is_active: true,
      fingerprint: '',
      example_count: 0,
      created_at: now(ctx),
      ...version,
    })
    .execute()
  await writeColumns(db, id, layer, layer.ids)
  const old = await db
    .selectFrom('classifier_versions')
    .select('id')
    .orderBy('id', 'desc')
    .offset(MAX_VERSIONS)
    .limit(100)
    .execute()
  if (old.length > 0) await db.deleteFrom('classifier_versions').where('id', 'in', idsOf(old)).execute()
  return id
}

/** Lets other tasks run. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Rebuilds the layer from the shipped model and the corrections, so that deleted ones are forgotten. Accepts the newest
 * corrections if cross-validation on the earlier ones is no worse with them.
 */
export async function rebuildNightly(root: Context): Promise<void> {
  const version = await selectActiveVersion(root.db).select(['fingerprint', 'created_at']).executeTakeFirst()
  const base = root.classifier()
  const isStale = version !== undefined && version.base_id !== base.id
  if (!isStale && !isRebuildDue(version?.created_at, root.clock())) return
  const { corrections, fingerprint } = await readCorrections(root)
  if (version === undefined ? corrections.length === 0 : version.fingerprint === fingerprint && version.revision === 0)
    return
  const categories = await readCategories(root.db)
  const trusted = corrections.filter(({ is_trusted }) => is_trusted)
  const evaluation = { count: 0, before: 0, after: 0 }
  for (const { held, kept: training } of folds(corrections)) {
    const trustedTraining = training.filter(({ is_trusted }) => is_trusted)
    const before = rebuildLayer(base, categories, trustedTraining)
    await yieldToEventLoop()
    const after = rebuildLayer(base, categories, training)
    evaluation.count += held.length
    evaluation.before += held.filter((correction) => matchesCorrection(base, before, categories, correction)).length
    evaluation.after += held.filter((correction) => matchesCorrection(base, after, categories, correction)).length
    await yieldToEventLoop()
  }
  const isAccepted = evaluation.after >= evaluation.before
  const accepted = isAccepted ? corrections : trusted
  const layer = rebuildLayer(base, categories, accepted)
  await root.transaction(async (ctx) => {
    // A correction may have been stored meanwhile: then the next hour rebuilds.
    const today = await selectActiveVersion(ctx.db).executeTakeFirst()
    if (today?.id !== version?.id || today?.revision !== version?.revision) return
    await insertVersion(ctx, layer, {
      reason: 'rebuilt',
      until: now(ctx),
      fingerprint,
      example_count: accepted.length,
      held_out_count: evaluation.count,
      right_before: evaluation.before,
      right_after: evaluation.after,
    })
    if (isAccepted) await markTrusted(ctx.db, corrections)
  })
  root.log.info(
    { examples: accepted.length, ...evaluation, isTaken: isAccepted },
    'the classifier was rebuilt from what people said',
  )
}

async function markTrusted(db: Db, corrections: Correction[]): Promise<void> {
  const ids = idsOf(corrections.filter(({ is_trusted }) => !is_trusted))
  for (let from = 0; from < ids.length; from += 500) {
    await db
      .updateTable('classification_examples')
      .set({ is_trusted: true })
      .where('prayer_request_id', 'in', ids.slice(from, from + 500))
      .execute()
  }
}

const versionColumns = [
  'id',
  'is_active',
  'reason',
  'until',
  'example_count',
  'revision',
  'held_out_count',
  'right_before',
  'right_after',
  'created_at',
] as const

export async function listVersions(db: Db) {
  const rows = await db.selectFrom('classifier_versions').select(versionColumns).orderBy('id', 'desc').execute()
  return rows.map(({ revision, held_out_count, right_before, right_after, ...row }) => ({
    ...row,
    lessons_since: revision,
    held_out: { count: held_out_count, right_before, right_after },
  }))
}

/**
 * Rolls back to the last nightly version, or, when there are no corrections since, to the one before it; finally to the
 * shipped model. Later rebuilds leave the dropped corrections out, too. Returns undefined when no version is active.
 */
export async function rollBackVersion(ctx: Context): Promise<{ from: string; until: string | null } | undefined> {
  const { db } = ctx
  const current = await selectActiveVersion(db).select(['until', 'reason']).executeTakeFirst()
  if (!current) return undefined
  const hasNewer = current.revision > 0 && current.reason !== 'learned'
  const earlier = await db
    .selectFrom('classifier_versions')
    .select('until')
    .where('until', hasNewer ? '<=' : '<', current.until)
    .where('reason', '!=', sql.lit('learned'))
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  await db
    .updateTable('classification_examples')
    .set({ left_out_at: now(ctx) })
    .where('left_out_at', 'is', null)
    .$if(earlier !== undefined, (query) => query.where('taught_at', '>', earlier?.until ?? ''))
    .execute()
  const { corrections, fingerprint } = await readCorrections(ctx)
  const layer = rebuildLayer(ctx.classifier(), await readCategories(db), corrections)
  if (earlier) {
    const { until } = earlier
    await insertVersion(ctx, layer, { reason: 'stepped_back', until, fingerprint, example_count: corrections.length })
  } else {
    await db.updateTable('classifier_versions').set({ is_active: false }).where('is_active', '=', true).execute()
    await db.deleteFrom('classifier_columns').execute()
  }
  return { from: current.id, until: earlier?.until ?? null }
}
