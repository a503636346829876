import { type SqlBool, sql } from 'kysely'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import type { NewPrayer, Prayer, PrayerDetail, PrayerPage } from '../../../contract/prayers.ts'
import type { ParsedInput } from '../../../contract/schemas.ts'
import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { found } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { addToCounts } from '../categories/categories.queries.ts'
import { type PrayerParts, type PrayerRow, cutToHour, listedAt, toPrayer, visibleTo } from './prayers.rules.ts'

/** The requests that the viewer may read, with what `toPrayer` needs. Every read of requests begins here. */
function selectPrayers(db: Db, viewer: Viewer | null) {
  return db
    .selectFrom('prayers')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .where(visibleTo(viewer))
    .select([
      'prayers.id',
      'prayers.author_id',
      'author.display_name as author_name',
      'prayers.group_id',
      'prayers.title',
      'prayers.content',
      'prayers.language',
      'prayers.is_anonymous',
      'prayers.visibility',
      'prayers.status',
      'prayers.publication',
      'prayers.pray_count',
      'prayers.update_count',
      'prayers.is_urgent',
      'prayers.is_guarded',
      'prayers.about_other',
      'prayers.created_at',
      'prayers.listed_at',
      'prayers.updated_at',
      'prayers.answered_at',
      'prayers.expires_at',
    ])
    .select((query) =>
      viewer
        ? query
            .exists(
              query
                .selectFrom('prayed')
                .select('prayed.user_id')
                .whereRef('prayed.prayer_request_id', '=', 'prayers.id')
                .where('prayed.user_id', '=', viewer.id),
            )
            .as('has_prayed')
        : query.lit(null).as('has_prayed'),
    )
}

async function partsOf(db: Db, ids: string[]): Promise<Map<string, PrayerParts>> {
  const parts = new Map<string, PrayerParts>(ids.map((id) => [id, { categories: [], reactions: {} }]))
  if (ids.length === 0) return parts
  const [links, counts] = await Promise.all([
    db
      .selectFrom('prayer_categories as link')
      .innerJoin('categories', 'categories.id', 'link.category_id')
      .where('link.prayer_request_id', 'in', ids)
      .orderBy('link.position')
      .orderBy('categories.order')
      .select([
        'link.prayer_request_id',
        'categories.id',
        'categories.name',
        'link.is_machine_generated',
        'link.confidence',
      ])
      .execute(),
    db.selectFrom('reaction_counts').selectAll().where('target_id', 'in', ids).where('count', '>', 0).execute(),
  ])
  for (const { prayer_request_id, ...category } of links) parts.get(prayer_request_id)?.categories.push(category)
  for (const { target_id, type, count } of counts)
    Object.assign(parts.get(target_id)?.reactions ?? {}, { [type]: count })
  return parts
}

async function present(db: Db, rows: PrayerRow[], viewer: Viewer | null): Promise<Prayer[]> {
  const parts = await partsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toPrayer(row, viewer, parts.get(row.id) ?? { categories: [], reactions: {} }))
}

/** Rejects with `prayers.not_found` alike when it is missing and when the viewer may not know of it. */
export async function readPrayer(db: Db, viewer: Viewer | null, id: string): Promise<Prayer> {
  return found((await present(db, [await readForActing(db, viewer, id)], viewer))[0], 'prayers.not_found')
}

/** A request with its updates. Rejects as `readPrayer` does. */
export async function readPrayerDetail(db: Db, viewer: Viewer | null, id: string): Promise<PrayerDetail> {
  const row = await readForActing(db, viewer, id)
  const [[prayer], updates] = await Promise.all([present(db, [row], viewer), listUpdates(db, viewer, row)])
  return { ...found(prayer, 'prayers.not_found'), updates }
}

/** The row that rules about acting on a request are decided with. */
export const readForActing = async (db: Db, viewer: Viewer | null, id: string): Promise<PrayerRow> =>
  found(await selectPrayers(db, viewer).where('prayers.id', '=', id).executeTakeFirst(), 'prayers.not_found')

type View = 'newest' | 'waiting' | 'answered'

/** A place in a list: what the row after which it lies was ordered by. */
export type Place = { view: View; order: [string | number, ...string[]] }

export interface ListOptions {
  view: View
  pageSize: number
  /** Rows to skip. Use `after` to go deep. */
  offset: number
  after: Place | undefined
  category_id?: string | undefined
  exclude_group_prayers?: boolean | undefined
  mine?: boolean | undefined
  following?: boolean | undefined
}

const placeOf = (row: PrayerRow, view: View): Place => {
  if (view === 'waiting') return { view, order: [row.pray_count, row.listed_at, row.id] }
  if (view === 'answered') return { view, order: [row.answered_at ?? '', row.id] }
  return { view, order: [row.listed_at, row.id] }
}

/** One page, and one row more to know whether there is another. Each view walks one index. */
export async function listPrayers(
  db: Db,
  viewer: Viewer | null,
  { view, pageSize, offset, after, category_id, exclude_group_prayers, mine, following }: ListOptions,
): Promise<Pick<PrayerPage, 'items' | 'has_more'> & { next: Place | undefined }> {
  let query = selectPrayers(db, viewer)
    .limit(pageSize + 1)
    .offset(offset)
    .$if(category_id !== undefined, (of) =>
      of
        .innerJoin('prayer_categories as link', 'link.prayer_request_id', 'prayers.id')
        .where('link.category_id', '=', category_id ?? ''),
    )
  // A category is read in the order of its own index.
  const listed_at = sql.ref(category_id === undefined ? 'prayers.listed_at' : 'link.listed_at')
  const id = sql.ref(category_id === undefined ? 'prayers.id' : 'link.prayer_request_id')
  if (mine) {
    query = query.where('prayers.author_id', '=', viewer?.id ?? null)
  } else {
    query = query
      .where('prayers.publication', '=', sql.lit('published'))
      .where('prayers.status', '!=', sql.lit('archived'))
    // A list of everybody's requests is no place for those that only their author can read.
    query = query.where('prayers.visibility', '!=', sql.lit('private'))
  }
  if (following) {
    query = query
      .innerJoin('follows', 'follows.prayer_request_id', 'prayers.id')
      .where('follows.user_id', '=', viewer?.id ?? null)
  }
  if (exclude_group_prayers) query = query.where('prayers.group_id', 'is', null)
  switch (view) {
    case 'newest': {
      query = query.orderBy(listed_at, 'desc').orderBy(id, 'desc')
      if (after) query = query.where(sql<SqlBool>`(${listed_at}, ${id}) < (${after.order[0]}, ${after.order[1]})`)
      break
    }
    case 'waiting': {
      query = query
        .where('prayers.status', 'in', ['open', 'ongoing'])
        .orderBy('prayers.pray_count')
        .orderBy('prayers.listed_at', 'desc')
        .orderBy('prayers.id', 'desc')
      if (after) {
        const [count, time, last] = after.order
        query = query
          .where('prayers.pray_count', '>=', Number(count))
          .where(sql<SqlBool>`(prayers.pray_count > ${count} or (prayers.listed_at, prayers.id) < (${time}, ${last}))`)
      }
      break
    }
    case 'answered': {
      query = query
        .where('prayers.answered_at', 'is not', null)
        .where('prayers.status', 'in', ['answered', 'answered_differently'])
        .orderBy('prayers.answered_at', 'desc')
        .orderBy('prayers.id', 'desc')
      if (after) {
        query = query.where(sql<SqlBool>`(prayers.answered_at, prayers.id) < (${after.order[0]}, ${after.order[1]})`)
      }
      break
    }
  }
  const rows = await query.execute()
  const has_more = rows.length > pageSize
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { items: await present(db, shown, viewer), has_more, next: has_more && last ? placeOf(last, view) : undefined }
}

/**
 * Runs a change of a request and keeps the categories' counts right. They count published public requests only,
 * so a change of who may read it moves them as much as a change of its categories.
 */
export async function recountingCategories<Result>(db: Db, id: string, change: () => Promise<Result>): Promise<Result> {
  const counted = async (): Promise<string[]> => {
    const rows = await db
      .selectFrom('prayer_categories')
      .innerJoin('prayers', 'prayers.id', 'prayer_categories.prayer_request_id')
      .select('category_id')
      .where('prayers.id', '=', id)
      .where('publication', '=', sql.lit('published'))
      .where('visibility', '=', sql.lit('public'))
      .where('status', '!=', sql.lit('archived'))
      .execute()
    return rows.map(({ category_id }) => category_id)
  }
  const before = await counted()
  const result = await change()
  const changes = new Map(before.map((category) => [category, -1]))
  for (const category of await counted()) changes.set(category, (changes.get(category) ?? 0) + 1)
  await addToCounts(db, changes)
  return result
}

export async function insertPrayer(
  ctx: Context,
  author: Viewer,
  input: NewPrayer,
  held_reason: string | null,
): Promise<string> {
  const id = uuidv4()
  const at = now(ctx)
  const { is_anonymous = false, visibility = 'public' } = input
  await ctx.db
    .insertInto('prayers')
    .values({
      id,
      author_id: author.id,
      group_id: input.group_id ?? null,
      title: input.title ?? null,
      content: input.content,
      language: input.language ?? null,
      is_anonymous,
      visibility,
      publication: held_reason === null ? 'published' : 'held',
      held_reason,
      is_urgent: input.is_urgent ?? false,
      is_guarded: input.is_guarded ?? false,
      about_other: input.about_other ?? false,
      created_at: at,
      listed_at: listedAt(at, is_anonymous),
      updated_at: at,
      last_activity_at: at,
      expires_at: input.expires_at ?? null,
    })
    .execute()
  return id
}

export type PrayerChange = Omit<ParsedInput<'prayers.edit'>, 'id'>

/** Changes the given members and keeps the words that were there before. */
export async function updatePrayer(ctx: Context, editor: Viewer, row: PrayerRow, change: PrayerChange): Promise<void> {
  const at = now(ctx)
  const is_anonymous = change.is_anonymous ?? row.is_anonymous
  const listed_at = listedAt(row.created_at, is_anonymous)
  const rewords =
    (change.content ?? row.content) !== row.content ||
    (change.title === undefined ? row.title : change.title) !== row.title
  if (rewords) {
    await ctx.db
      .insertInto('prayer_edits')
      .values({
        id: uuidv7(),
        prayer_request_id: row.id,
        title: row.title,
        content: row.content,
        edited_by: editor.id,
        created_at: at,
      })
      .execute()
  }
  await recountingCategories(ctx.db, row.id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ ...change, listed_at, updated_at: at, last_activity_at: at })
      .where('id', '=', row.id)
      .execute(),
  )
  if (listed_at !== row.listed_at) {
    await ctx.db.updateTable('prayer_categories').set({ listed_at }).where('prayer_request_id', '=', row.id).execute()
  }
}

export async function deletePrayer(ctx: Context, id: string): Promise<void> {
  await recountingCategories(ctx.db, id, () =>
    ctx.db
      .updateTable('prayers')
      .set({ publication: 'deleted', deleted_at: now(ctx) })
      .where('id', '=', id)
      .execute(),
  )
}

/** Records an act of prayer; a person counts once, and again within the cooldown changes nothing. Gives the act that counts. */
export async function recordPrayed(
  ctx: Context,
  { prayer_request_id, user_id, cooldown_ms }: { prayer_request_id: string; user_id: string; cooldown_ms: number },
): Promise<{ pray_count: number; prayed_at: string }> {
  const at = now(ctx)
  const first = await ctx.db
    .insertInto('prayed')
    .values({ prayer_request_id, user_id, first_prayed_at: at, prayed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) {
    await ctx.db
      .updateTable('prayers')
      .set({ pray_count: sql`pray_count + 1`, last_activity_at: at })
      .where('id', '=', prayer_request_id)
      .execute()
  } else {
    await ctx.db
      .updateTable('prayed')
      .set({ prayed_at: at })
      .where('prayer_request_id', '=', prayer_request_id)
      .where('user_id', '=', user_id)
      .where('prayed_at', '<=', new Date(ctx.clock().getTime() - cooldown_ms).toISOString())
      .execute()
  }
  return await ctx.db
    .selectFrom('prayed')
    .innerJoin('prayers', 'prayers.id', 'prayed.prayer_request_id')
    .select(['prayers.pray_count', 'prayed.prayed_at'])
    .where('prayed.prayer_request_id', '=', prayer_request_id)
    .where('prayed.user_id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Updates, newest first. Of an anonymous request their times are cut to the hour, for others than its author. */
export async function listUpdates(db: Db, viewer: Viewer | null, prayer: PrayerRow) {
  const hide = prayer.is_anonymous && prayer.author_id !== viewer?.id
  if (prayer.update_count === 0) return []
  const rows = await db
    .selectFrom('prayer_updates')
    .select(['id', 'prayer_request_id', 'content', 'status', 'language', 'created_at'])
    .where('prayer_request_id', '=', prayer.id)
    .where('publication', '=', sql.lit('published'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => (hide ? { ...row, created_at: cutToHour(row.created_at) } : row))
}

/** The links between the given requests, as far as the viewer may read those, and their categories. */
export const listLinks = (db: Db, viewer: Viewer | null, ids: string[]) =>
  db
    .selectFrom('prayer_categories as link')
    .innerJoin('prayers', 'prayers.id', 'link.prayer_request_id')
    .where('prayers.id', 'in', ids)
    .where(visibleTo(viewer))
    .orderBy('link.prayer_request_id')
    .orderBy('link.position')
    .select(['link.prayer_request_id', 'link.category_id', 'link.is_machine_generated', 'link.confidence'])
    .execute()

/** Whether the person is an active member of the group. */
export async function isActiveMember(db: Db, group_id: string, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', sql.lit('active'))
    .executeTakeFirst()
  return row !== undefined
}
