import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { likeliestLabel } from '../../../../classifier/runtime/classifier.ts'
import type { Context } from '../../../context.ts'
import { type Db, withoutReader } from '../../../db/open.ts'
import {
  type Correction,
  type DescribedCategory,
  type Opinion,
  filterTeaching,
  limitPerAuthor,
  siteCategories,
  textOf,
} from './classifications.rules.ts'

/** Maximum number of examples in a rebuild, the newest first: some seconds of one core. */
const MAX_EXAMPLES = 2000
/** Maximum number of examples per author, so that nobody trains the classifier alone. */
const MAX_EXAMPLES_PER_AUTHOR = 200

/** Only public requests are examples, so that the learned model reveals nothing that is not public. */
const selectExamples = (db: Db) =>
  db
    .selectFrom('classification_examples as example')
    // In this order: SQLite would otherwise scan all requests to find the few examples.
    .crossJoin('prayers')
    .$call(withoutReader)
    .whereRef('prayers.id', '=', 'example.prayer_request_id')
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.visibility', '=', sql.lit('public'))
    .where('prayers.is_guarded', '=', false)
    .where('example.left_out_at', 'is', null)
    .select([
      'example.prayer_request_id',
      'example.categories',
      'example.wrong',
      'example.taught_at',
      'example.is_by_moderator',
      'example.is_trusted',
      'prayers.author_id',
      'prayers.title',
      'prayers.content',
    ])

type ExampleRow = Awaited<ReturnType<ReturnType<typeof selectExamples>['execute']>>[number]

const toCorrection = (row: ExampleRow): Correction => ({
  id: row.prayer_request_id,
  text: textOf(row),
  wanted: row.categories,
  wrong: row.wrong,
  is_trusted: row.is_trusted,
})

interface OpinionRow extends Opinion {
  row: ExampleRow
}

const toOpinion = (ctx: Context, row: ExampleRow): OpinionRow => ({
  row,
  author_id: row.author_id,
  is_by_moderator: row.is_by_moderator,
  wanted: row.categories,
  wrong: row.wrong,
  likeliest: row.is_by_moderator ? '' : likeliestLabel(ctx.classifier(), textOf(row)),
})

/** The newest examples of moderators, or of authors, the newest first. */
async function readNewest(db: Db, is_by_moderator: boolean): Promise<ExampleRow[]> {
  const rows = await selectExamples(db)
    .where('example.is_by_moderator', '=', is_by_moderator)
    .orderBy('example.taught_at', 'desc')
    .limit(MAX_EXAMPLES)
    .execute()
  return limitPerAuthor(rows, MAX_EXAMPLES_PER_AUTHOR)
}

/**
 * Which examples teach now that the correction of this request is stored: none, this one, or also those of other authors
 * that only lacked its agreement.
 */
export async function readNewlyTeaching(ctx: Context, id: string): Promise<Correction[]> {
  const row = await selectExamples(ctx.db).where('example.prayer_request_id', '=', id).executeTakeFirst()
  if (!row) return []
  if (row.is_by_moderator) return [toCorrection(row)]
  const ids = new Set([...row.categories, ...row.wrong])
  const others = (await readNewest(ctx.db, false))
    .filter((one) => one.prayer_request_id !== id && [...one.categories, ...one.wrong].some((other) => ids.has(other)))
    .map((one) => toOpinion(ctx, one))
  const before = new Set(filterTeaching(others))
  return filterTeaching([toOpinion(ctx, row), ...others])
    .filter((one) => !before.has(one))
    .map((one) => toCorrection(one.row))
    .toReversed()
}

/** The newest corrections that teach, the oldest first, and a hash of everything that a rebuild would read. */
export async function readCorrections(ctx: Context): Promise<{ corrections: Correction[]; fingerprint: string }> {
  const newest = [...(await readNewest(ctx.db, true)), ...(await readNewest(ctx.db, false))]
  const rows = filterTeaching(newest.map((row) => toOpinion(ctx, row)))
    .map(({ row }) => row)
    .toSorted((one, other) => one.taught_at.localeCompare(other.taught_at))
    .slice(-MAX_EXAMPLES)
  const read = [
    ctx.classifier().id,
    await readCategories(ctx.db),
    rows.map((row) => [row.categories, row.wrong, textOf(row)]),
  ]
  const fingerprint = createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 32)
  return { corrections: rows.map(toCorrection), fingerprint }
}

export const listKnown = (db: Db): Promise<DescribedCategory[]> =>
  db.selectFrom('categories').select(['id', 'key', 'name', 'description']).orderBy('order').execute()

export const readCategories = async (db: Db) => siteCategories(await listKnown(db))
