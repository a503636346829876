import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { createRandom } from '../classifier/runtime/random.ts'
import { type Language, languages } from '../contract/fields.ts'
import type { Visibility } from '../contract/prayers.ts'
import type { Context } from '../server/context.ts'
import type { Db } from '../server/db/open.ts'
import { indexPrayers } from '../server/db/search.ts'
import { listedAt } from '../server/features/community/prayers/prayers.rules.ts'
import { openSession } from '../server/features/identity/sessions/sessions.commands.ts'
import type { TokenClaims } from '../server/http/session.ts'
import { hashPassword } from '../server/passwords/passwords.ts'
import { insertAll } from '../server/test/make.ts'
import { DAY_MS } from '../contract/time.values.ts'

/** Number of people who send requests. */
const USERS = 2000
/** Size of the large group, the largest expected; nearly all of its members are only there to be counted and skipped. */
const LARGE_GROUP = 50_000
/** The first of them: so that the server prints no set-up link, and that none reaches the limit of one person. */
export const ADMINISTRATORS = 20
const NOTICES_EACH = 20
export const PASSWORD = 'a bench of pine wood'
const GROUPS = 40
/** The requests are spread evenly over this time before now. */
const SPAN_MS = 3 * 365 * DAY_MS
const BATCH = 500

export const emailOf = (index: number): string => `person-${index}@example.org`

type Random = () => number

export const pick = <Item>(random: Random, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** Chooses a name by its weight; the weights need not add up to one. */
function weighted<Name extends string>(random: Random, weights: Record<Name, number>): Name {
  const choices = Object.entries(weights) as [Name, number][]
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of choices) if ((left -= weight) < 0) return name
  throw new Error('There is nothing to choose from.')
}

/** Realistic sentences in each language: the classifier's training data. */
const sentences = new Map(
  languages.map((language) => {
    const file = path.join(import.meta.dirname, `../classifier/data/${language}.jsonl`)
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return [language, lines.map((line) => (JSON.parse(line) as { text: string }).text)] as const
  }),
)

const LANGUAGES = Object.fromEntries(languages.map((one) => [one, one === 'en' ? 11 : 1])) as Record<Language, number>
const VISIBILITIES: Record<Visibility, number> = { public: 70, members: 14, group: 6, team: 3, private: 7 }
const STATUSES = { open: 76, ongoing: 8, answered: 12, answered_differently: 2, archived: 2 }
/** Numbers of categories. */
const LINKS = { 0: 1, 1: 6, 2: 3 }

/** One to about a dozen sentences, mostly a few: 40 to 3,000 characters. */
function words(random: Random, language: Language): string {
  const count = Math.min(12, 1 + Math.floor(-Math.log(1 - random()) * 3))
  return Array.from({ length: count }, () => pick(random, sentences.get(language) ?? [])).join(' ')
}

/** Inserts the people who send requests, and all further members of the large group. */
async function insertUsers(db: Db, at: string): Promise<string[]> {
  const password_hash = await hashPassword(PASSWORD)
  const rows = Array.from({ length: LARGE_GROUP }, (_, index) => ({
    id: randomUUID(),
    email: emailOf(index),
    display_name: `Person ${index}`,
    role: index < ADMINISTRATORS ? ('admin' as const) : ('member' as const),
    password_hash,
    created_at: at,
    updated_at: at,
  }))
  await insertAll(db, 'users', rows)
  return rows.map(({ id }) => id)
}

/** Opens a session for each person and returns its claims, from which tokens are signed when they are needed. */
async function openSessions(ctx: Context, users: string[]): Promise<TokenClaims[]> {
  const claims: TokenClaims[] = []
  for (const user_id of users) {
    const { token } = await openSession(ctx, { user_id, device: 'bench', address: '', binding: undefined })
    const { sid, jti } = decodeJwt<{ sid: string }>(token)
    claims.push({ user_id, session_id: sid, jti: jti ?? '' })
  }
  return claims
}

/** Inserts small groups with a part of the people who send requests each, and a large one with everybody. */
async function insertGroups(db: Db, users: string[], everybody: string[], random: Random, at: string) {
  const times = { created_at: at, updated_at: at }
  const [large = '', ...small] = Array.from({ length: GROUPS + 1 }, () => randomUUID())
  const names = new Map([[large, 'The large one'], ...small.map((id, index) => [id, `Group ${index}`] as const)])
  const rows = Array.from(names, ([id, name]) => ({ id, name, name_folded: name.toLowerCase(), ...times }))
  await insertAll(db, 'groups', rows)
  await db.updateTable('groups').set({ member_count: everybody.length }).where('id', '=', large).execute()
  await insertAll(db, 'memberships', [
    ...users.map((user_id) => ({ group_id: pick(random, small), user_id, ...times })),
    ...everybody.map((user_id) => ({ group_id: large, user_id, ...times })),
  ])
  return { small, large }
}

type Community = Record<'users' | 'groups' | 'categories', string[]>

function batchOf(random: Random, { users, groups, categories }: Community, times: number[]) {
  const prayers = times.map((time) => {
    const language = weighted(random, LANGUAGES)
    const visibility = weighted(random, VISIBILITIES)
    const status = weighted(random, STATUSES)
    const is_anonymous = random() < 0.2
    const created_at = new Date(time).toISOString()
    return {
      id: randomUUID(),
      author_id: pick(random, users),
      group_id: visibility === 'group' ? pick(random, groups) : null,
      title: random() < 0.4 ? pick(random, sentences.get(language) ?? []).slice(0, 60) : null,
      content: words(random, language),
      language,
      is_anonymous,
      visibility,
      status,
      publication: random() < 0.99 ? ('published' as const) : ('hidden' as const),
      pray_count: Math.min(40, Math.floor(-Math.log(1 - random()) * 4)),
      update_count: random() < 0.1 ? 1 : 0,
      is_urgent: random() < 0.05,
      is_guarded: random() < 0.05,
      about_other: random() < 0.3,
      created_at,
      listed_at: listedAt(created_at, is_anonymous),
      updated_at: created_at,
      last_activity_at: created_at,
      answered_at: status.startsWith('answered') ? created_at : null,
    }
  })
  const links = prayers.flatMap(({ id, listed_at }) => {
    const first = Math.floor(random() * categories.length)
    return Array.from({ length: Number(weighted(random, LINKS)) }, (_, position) => ({
      prayer_request_id: id,
      category_id: categories[(first + position) % categories.length] ?? '',
      is_machine_generated: true,
      confidence: 0.5 + random() / 2,
      position,
      listed_at,
      created_at: listed_at,
    }))
  })
  const prayed = prayers.flatMap(({ id, pray_count, created_at }) => {
    const first = Math.floor(random() * users.length)
    return Array.from({ length: pray_count }, (_, index) => ({
      prayer_request_id: id,
      user_id: users[(first + index * 7) % users.length] ?? '',
      first_prayed_at: created_at,
      prayed_at: created_at,
    }))
  })
  const updates = prayers
    .filter(({ update_count }) => update_count > 0)
    .map(({ id, author_id, language, created_at }) => ({
      id: randomUUID(),
      prayer_request_id: id,
      author_id,
      content: words(random, language),
      language,
      created_at,
      updated_at: created_at,
    }))
  return { prayers, links, prayed, updates }
}

async function insertPrayers(db: Db, random: Random, community: Community, size: number): Promise<void> {
  const from = Date.now() - SPAN_MS
  const times = Array.from({ length: size }, (_, index) => from + ((index + random()) / size) * (SPAN_MS - DAY_MS))
  for (let start = 0; start < size; start += BATCH) {
    const rows = batchOf(random, community, times.slice(start, start + BATCH))
    await insertAll(db, 'prayers', rows.prayers)
    await indexPrayers(db, rows.prayers)
    await insertAll(db, 'prayer_categories', rows.links)
    await insertAll(db, 'prayed', rows.prayed)
    await insertAll(db, 'prayer_updates', rows.updates)
  }
}

async function insertNotices(db: Db, users: string[], created_at: string): Promise<void> {
  const prayers = await db
    .selectFrom('prayers')
    .select('id')
    .where('publication', '=', 'published')
    .where('visibility', '=', 'public')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const notices = Array.from({ length: NOTICES_EACH * users.length }, (_, index) => ({
    id: randomUUID(),
    user_id: users[index % users.length] ?? '',
    kind: 'update' as const,
    prayer_request_id: prayers[(index + Math.floor(index / users.length)) % prayers.length]?.id ?? null,
    payload: '{}',
    created_at,
  }))
  await insertAll(db, 'notifications', notices)
}

/** Removes dead rows and looks at the others, which the server of PostgreSQL does by itself within a minute, however long it takes. */
export async function vacuum({ database: { db, engine } }: Context): Promise<void> {
  // SQLite does it when the server asks.
  if (engine.name !== 'postgres') return
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`vacuum analyze`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

/** Fills an empty site with a community of `USERS` people and `size` requests. */
export async function fill(ctx: Context, size: number): Promise<{ claims: TokenClaims[]; large_group: string }> {
  const random = createRandom(size)
  const at = new Date(Date.now() - 60_000).toISOString()
  const filled = await ctx.transaction(async (transaction) => {
    const { db } = transaction
    // Counting the categories of a million requests takes longer than the server lets a statement take.
    if (ctx.database.engine.name === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
    const everybody = await insertUsers(db, at)
    const users = everybody.slice(0, USERS)
    const { small, large } = await insertGroups(db, users, everybody, random, at)
    // Every second request of a group belongs to the large one.
    const groups = small.flatMap((group) => [group, large])
    const categories = (await db.selectFrom('categories').select('id').execute()).map(({ id }) => id)
    await insertPrayers(db, random, { users, groups, categories }, size)
    await insertNotices(db, users, at)
    await sql`update categories set prayer_count = (select count(*) from prayer_categories link
      join prayers on prayers.id = link.prayer_request_id where link.category_id = categories.id
      and publication = 'published' and visibility = 'public' and status <> 'archived')`.execute(db)
    return { claims: await openSessions(transaction, users), large_group: large }
  })
  await vacuum(ctx)
  return filled
}
