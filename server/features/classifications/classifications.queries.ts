import { type Expression, type SqlBool, expressionBuilder, sql } from 'kysely'
import type { Doubt, Result } from '../../../contract/classifications.ts'
import { type Context, now } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { check } from '../../http/errors.ts'
import { recountingCategories } from '../prayers/prayers.changes.ts'
import {
  type KnownCategory,
  type Links,
  type Match,
  type Named,
  decideLinks,
  isSame,
  judgeLinks,
  matchCategories,
} from './classifications.rules.ts'

const classifiable = (db: Db) =>
  db
    .selectFrom('prayers')
    .select(['id', 'title', 'content', 'language', 'listed_at'])
    .where('publication', '!=', sql.lit('deleted'))

export type Classifiable = NonNullable<Awaited<ReturnType<ReturnType<typeof classifiable>['executeTakeFirst']>>>

export const readClassifiable = (db: Db, id: string) => classifiable(db).where('id', '=', id).executeTakeFirst()

/** The next requests in the order of ids that no person has sorted. */
export const nextUnsorted = (db: Db, after: string | null, limit: number) =>
  classifiable(db)
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .where(noLinkOfPeople())
    .orderBy('id')
    .limit(limit)
    .execute()

/** No person has chosen a category of the request in hand. */
function noLinkOfPeople(): Expression<SqlBool> {
  const query = expressionBuilder<Schema, 'prayers'>()
  const links = query
    .selectFrom('prayer_categories')
    .select('prayer_categories.category_id')
    .whereRef('prayer_categories.prayer_request_id', '=', 'prayers.id')
    .where('prayer_categories.is_machine_generated', '=', false)
  return query.not(query.exists(links))
}

export async function countUnsorted(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('prayers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('publication', '!=', sql.lit('deleted'))
    .where(noLinkOfPeople())
    .executeTakeFirstOrThrow()
  return count
}

/** Requests that another model than today's was asked about. */
export const nextOutdated = (db: Db, model_id: string, limit: number) =>
  classifiable(db)
    .innerJoin('classifications', 'classifications.prayer_request_id', 'prayers.id')
    .where('classifications.model_id', '!=', model_id)
    .limit(limit)
    .execute()

export const knownCategories = (db: Db): Promise<KnownCategory[]> =>
  db.selectFrom('categories').select(['id', 'key', 'name']).execute()

async function linksOf(db: Db, id: string): Promise<Links> {
  const rows = await db
    .selectFrom('prayer_categories')
    .select(['category_id', 'is_machine_generated', 'confidence'])
    .where('prayer_request_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    of_people: rows.filter((row) => !row.is_machine_generated).map(({ category_id }) => category_id),
    of_machine: rows
      .filter((row) => row.is_machine_generated)
      .map(({ category_id, confidence }) => ({ category_id, confidence: confidence ?? 0 })),
  }
}

interface Said {
  labels: string[]
  scores: Record<string, number>
  named: Named[]
  matches: Match[]
}

function ask(ctx: Context, prayer: Classifiable, known: KnownCategory[]): Said {
  const text = [prayer.title, prayer.content].filter(Boolean).join('\n')
  check(text.trim() !== '', 'classifications.no_content')
  const { labels, scores } = ctx.classifier().classify(text)
  const named = labels.map((name) => ({ name, score: scores[name] }))
  const { matches, unmatched } = matchCategories(named, known)
  // Not the names themselves: what another service sends could hold words of the request.
  if (unmatched > 0) ctx.log.warn({ unmatched, prayer: prayer.id }, 'the classifier named unknown categories')
  return { labels, scores, named, matches }
}

async function keepSaid(ctx: Context, id: string, { labels, scores }: Said, doubt: Doubt | null): Promise<void> {
  const said = {
    model_id: ctx.classifier().id,
    labels: JSON.stringify(labels),
    scores: JSON.stringify(scores),
    doubt,
    classified_at: now(ctx),
  }
  await ctx.db
    .insertInto('classifications')
    .values({ prayer_request_id: id, ...said })
    .onConflict((conflict) => conflict.column('prayer_request_id').doUpdateSet(said))
    .execute()
}

/**
 * Sorts a request. Reads, decides and writes in one transaction, so it can never put an old text's categories on a new text.
 * Links that a person made stay as they are; when nothing fits, so do the others.
 */
export async function classify(ctx: Context, prayer: Classifiable, known: KnownCategory[]): Promise<Result> {
  const { db } = ctx
  const said = ask(ctx, prayer, known)
  const before = await linksOf(db, prayer.id)
  const { replace, doubt } = decideLinks(before, said.matches)
  const changed = replace !== null && !isSame(before.of_machine, replace)
  if (replace) {
    await recountingCategories(db, prayer.id, async () => {
      await db
        .deleteFrom('prayer_categories')
        .where('prayer_request_id', '=', prayer.id)
        .where('is_machine_generated', '=', true)
        .execute()
      await insertLinks(ctx, prayer, replace)
    })
  }
  await keepSaid(ctx, prayer.id, said, doubt)
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return {
    prayer_request_id: prayer.id,
    categories: said.matches.map(({ category_id, confidence }) => ({
      name: names.get(category_id) ?? '',
      score: confidence,
    })),
    changed,
  }
}

/** Asks today's model and keeps what it said, without changing a link: moderators see where it disagrees. */
export async function judge(ctx: Context, prayer: Classifiable, known: KnownCategory[]): Promise<void> {
  const said = ask(ctx, prayer, known)
  await keepSaid(ctx, prayer.id, said, judgeLinks(await linksOf(ctx.db, prayer.id), said.matches))
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

/** Keeps what a person chose: from then on no machine touches it. */
export async function setLinks(
  ctx: Context,
  prayer: { id: string; listed_at: string },
  { remove = [], add = [], replace = false }: { remove?: string[]; add?: string[]; replace?: boolean },
): Promise<void> {
  const { db } = ctx
  await recountingCategories(db, prayer.id, async () => {
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
  const { of_people, of_machine } = await linksOf(db, prayer.id)
  const doubt = of_people.length + of_machine.length === 0 ? 'unsorted' : null
  await db.updateTable('classifications').set({ doubt }).where('prayer_request_id', '=', prayer.id).execute()
}
