import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely'
import type { Db } from './open.ts'
import { foldName } from './names.ts'
import { type WordQuery, toIndexTokens, toWordQueries } from './words.ts'

/**
 * Each engine has one table of words, filled from the same list, so that the same words find the same requests on both.
 */
const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

export interface Searchable {
  id: string
  listed_at: string
  title: string | null
  content: string
  /** The language that its words are taken to be in: see `toIndexTokens`. */
  language: string | null
}

/** 2020-01-01: positions in the embedded index start here, so that they are exact JavaScript numbers until 2300. */
const EPOCH_MS = 1_577_836_800_000
const POSITIONS_PER_MS = 1024

/** Returns the position of a request in the embedded index, which is read in this order: by time, then at random. */
const indexPosition = ({ listed_at, id }: Pick<Searchable, 'id' | 'listed_at'>): number =>
  Math.max(0, Date.parse(listed_at) - EPOCH_MS) * POSITIONS_PER_MS +
  (Number.parseInt(id.slice(0, 3), 16) % POSITIONS_PER_MS)

/**
 * Indexes requests by their words, or re-indexes changed ones. Runs in the transaction of the change. `are_new`: none of
 * them is in the index.
 */
export async function indexPrayers(db: Db, prayers: Searchable[], { are_new = false } = {}): Promise<void> {
  if (prayers.length === 0) return
  if (!are_new) {
    await unindexPrayers(
      db,
      prayers.map(({ id }) => id),
    )
  }
  const texts = prayers.map((prayer) => toIndexTokens(`${prayer.title ?? ''}\n${prayer.content}`, prayer.language))
  if (isPostgres(db)) {
    const rows = prayers.map(({ id }, index) => sql`(${id}, array_to_tsvector(${texts[index]}::text[]))`)
    await sql`insert into search_words (prayer_request_id, words) values ${sql.join(rows)}`.execute(db)
    return
  }
  for (const [index, prayer] of prayers.entries()) {
    const place = await reservePosition(db, prayer)
    await sql`insert into search_words (rowid, words) values (${place}, ${texts[index]?.join(' ')})`.execute(db)
  }
}

/** Returns the first free position from the request's own: requests of the same hour may collide. */
async function reservePosition(db: Db, prayer: Searchable): Promise<number> {
  for (let place = indexPosition(prayer); ; place += 1) {
    const { numAffectedRows } = await sql`insert into search_places (place, prayer_request_id)
      values (${place}, ${prayer.id}) on conflict (place) do nothing`.execute(db)
    if (numAffectedRows === 1n) return place
  }
}

/** Rows indexed in one transaction: about a tenth of a second, in which nobody else writes on SQLite. */
const PAGE = 200

/**
 * Indexes the next rows after an id anew, first those after null: the words of requests, the names of people and groups. Returns where
 * to go on, or undefined at the end. Locks the rows, so that no text of before an edit comes after that of the edit.
 */
export async function reindexPage(
  db: Db,
  { table, after }: { table: 'prayers' | 'users' | 'groups'; after: string | null },
): Promise<string | undefined> {
  const rows = await { prayers: reindexPrayers, users: reindexUsers, groups: reindexGroups }[table](db, after)
  return rows.length < PAGE ? undefined : rows.at(-1)?.id
}

async function reindexPrayers(db: Db, after: string | null): Promise<{ id: string }[]> {
  const rows = await db
    .selectFrom('prayers')
    .select(['id', 'listed_at', 'title', 'content', 'language'])
    .where('publication', '!=', sql.lit('deleted'))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(PAGE)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()
  await indexPrayers(db, rows)
  return rows
}

async function reindexUsers(db: Db, after: string | null): Promise<{ id: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(PAGE)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()
  for (const { id, display_name } of rows) {
    const name_folded = foldName(display_name)
    await db
      .updateTable('users')
      .set({ name_folded })
      .where('id', '=', id)
      .where('name_folded', '!=', name_folded)
      .execute()
  }
  return rows
}

async function reindexGroups(db: Db, after: string | null): Promise<{ id: string }[]> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name', 'description'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(PAGE)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()
  for (const { id, name, description } of rows) {
    const search_folded = foldName(name, description)
    await db
      .updateTable('groups')
      .set({ search_folded })
      .where('id', '=', id)
      .where('search_folded', '!=', search_folded)
      .execute()
  }
  return rows
}

/** Removes deleted requests from the index. When the row itself is deleted, its words are deleted with it. */
export async function unindexPrayers(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const table = sql.table(isPostgres(db) ? 'search_words' : 'search_places')
  await sql`delete from ${table} where prayer_request_id in (${sql.join(ids)})`.execute(db)
}

/** Number of index pages rewritten at a time, about 2 MB. */
const MERGE_PAGES = 500

/** SQLite only marks deleted words; merging the index removes them from the file, some at each call. */
export async function mergeSearchIndex(db: Db): Promise<void> {
  if (isPostgres(db)) return
  await sql`insert into search_words (search_words, rank) values ('merge', ${sql.lit(-MERGE_PAGES)})`.execute(db)
}

interface SearchOptions {
  /** Further conditions on `prayers`, including `visibleTo`. */
  where: Expression<SqlBool>
  /** The last request of the previous page. */
  after: { listed_at: string; id: string } | undefined
  limit: number
  offset: number
  /** True when the condition leaves few requests, which are then checked one by one. */
  is_selective: boolean
}

/**
 * Returns the ids of the requests that contain all the words, newest first. Where these do not fill the first page, those with longer
 * words that begin like them are among them: of a common word they are many, and take long to read.
 */
export async function searchPrayers(db: Db, search: string, options: SearchOptions): Promise<string[]> {
  const words = toWordQueries(search, { beginnings: false })
  if (words.length === 0) return []
  const found = await findWords(db, words, options)
  const beginnings = toWordQueries(search, { beginnings: true })
  if (found.length === options.limit || JSON.stringify(beginnings) === JSON.stringify(words)) return found
  const isFirst = options.after === undefined && options.offset === 0
  const first = isFirst ? found : await findWords(db, words, { ...options, after: undefined, offset: 0 })
  return first.length === options.limit ? found : await findWords(db, beginnings, options)
}

async function findWords(db: Db, words: WordQuery[], options: SearchOptions): Promise<string[]> {
  const { rows } = await (await statementFor(db, words, options))(words, options).execute(db)
  return rows.map(({ id }) => id)
}

async function statementFor(db: Db, words: WordQuery[], { is_selective }: SearchOptions): Promise<SearchStatement> {
  if (isPostgres(db)) return (await areCommon(db, words)) ? searchCommonWords : searchRareWords
  return is_selective ? searchByCandidates : searchByIndex
}

type SearchStatement = (words: WordQuery[], options: SearchOptions) => ReturnType<typeof sql<{ id: string }>>

const afterCursor = (after: SearchOptions['after']) =>
  after ? sql`and (prayers.listed_at, prayers.id) < (${after.listed_at}, ${after.id})` : sql``

const wordsOf = (query: WordQuery): string[] => {
  if (typeof query === 'string') return [query]
  if ('prefix' in query) return [query.prefix]
  return ('all' in query ? query.all : query.any).flatMap(wordsOf)
}

const isMetBy = (common: Set<string>, query: WordQuery): boolean => {
  if (typeof query === 'string') return common.has(query)
  if ('prefix' in query) return common.has(query.prefix)
  return 'all' in query ? query.all.every((one) => isMetBy(common, one)) : query.any.some((one) => isMetBy(common, one))
}

/** True when the statistics of PostgreSQL have all the words among those that occur most. */
async function areCommon(db: Db, words: WordQuery[]): Promise<boolean> {
  const { rows } = await sql<{ word: string }>`
    select word from (select unnest(most_common_elems::text::text[]) as word from pg_stats
      where schemaname = current_schema() and tablename = 'search_words' and attname = 'words') as common
    where word = any (${words.flatMap(wordsOf)})`.execute(db)
  return isMetBy(new Set(rows.map(({ word }) => word)), { all: words })
}

/** Writes a condition in the language of an engine. */
function write(query: WordQuery, signs: { and: string; or: string; word: string; prefix: string }): string {
  if (typeof query === 'string') return signs.word.replace('?', query)
  if ('prefix' in query) return signs.prefix.replace('?', query.prefix)
  const [parts, sign] = 'all' in query ? [query.all, signs.and] : [query.any, signs.or]
  return `(${parts.map((one) => write(one, signs)).join(sign)})`
}

const toTsquery = (words: WordQuery[]) =>
  sql`${write({ all: words }, { and: ' & ', or: ' | ', word: "'?'", prefix: "'?':*" })}::tsquery`

/** Lets PostgreSQL read the newest requests until the page is full: common words are soon found there. */
const searchCommonWords: SearchStatement = (words, { where, after, limit, offset }) => sql`
  select prayers.id from prayers inner join search_words on search_words.prayer_request_id = prayers.id
  where search_words.words @@ ${toTsquery(words)} and ${where} ${afterCursor(after)}
  order by prayers.listed_at desc, prayers.id desc limit ${limit} offset ${offset}`

/**
 * Reads the index of words first, and then only what it found. Left to itself PostgreSQL assumes that one request in some hundred has a
 * word that its statistics do not have, and reads every request before it knows that hardly one does.
 */
const searchRareWords: SearchStatement = (words, { where, after, limit, offset }) => sql`
  with found as materialized (select prayer_request_id from search_words where words @@ ${toTsquery(words)})
  select prayers.id from found inner join prayers on prayers.id = found.prayer_request_id
  where ${where} ${afterCursor(after)}
  order by prayers.listed_at desc, prayers.id desc limit ${limit} offset ${offset}`

const toMatch = (words: WordQuery[]): string =>
  write({ all: words }, { and: ' AND ', or: ' OR ', word: '"?"', prefix: '"?"*' })

/** Reads the search index in the order of its positions, and only as far as the page needs. */
const searchByIndex: SearchStatement = (words, { where, after, limit, offset }) => sql`
  select prayers.id from search_words
  cross join search_places on search_places.place = search_words.rowid
  cross join prayers on prayers.id = search_places.prayer_request_id
  where search_words match ${toMatch(words)} and ${where} ${
    after
      ? sql`and search_words.rowid < coalesce(
          (select place from search_places where prayer_request_id = ${after.id}), ${indexPosition(after)})`
      : sql``
  }
  order by search_words.rowid desc limit ${limit} offset ${offset}`

const searchByCandidates: SearchStatement = (words, { where, after, limit, offset }) => sql`
  select prayers.id from prayers where ${where} ${afterCursor(after)} and exists (
    select 1 from search_places cross join search_words
    where search_places.prayer_request_id = prayers.id and search_words.rowid = search_places.place
      and search_words match ${toMatch(words)})
  order by prayers.listed_at desc, prayers.id desc limit ${limit} offset ${offset}`
