import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely'
import type { Db } from './open.ts'

/**
 * Each engine has one table of words, filled from the same list, so that the same words find the same requests on both.
 */
const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Longer words are cut: index entries are limited, and nobody types more. Code units. */
const MAX_WORD_LENGTH = 40

// Accents of Latin, Greek and Cyrillic letters, and the vowel signs, hamzas and the tatweel of Arabic. Excludes the
// marks of other scripts, where they are letters, as in Devanagari, or change the sound, as in kana.
const accents = /[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Replacements for letters that people write in several ways. */
const letterReplacements: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  'ँ': 'ं',
}
const replaceableLetter = new RegExp(`[${Object.keys(letterReplacements).join('')}]`, 'gu')
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Normalizes a text into the form in which words are compared. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(replaceableLetter, (letter) => letterReplacements[letter] ?? letter)
    .replace(arabicDigit, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

const word = /[\p{L}\p{N}\p{M}]+/gu
// Scripts without spaces between words, and Korean, whose particles are attached to words.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu
const article = /^ال(?=.{3})/u

/** Splits a run of unspaced letters into pairs and, with `single`, also into letters, so that one letter finds it. */
function splitBigrams(run: string, { single }: { single: boolean }): string[] {
  const letters = Array.from(run)
  const two = letters.slice(1).map((letter, index) => (letters[index] ?? '') + letter)
  return single || letters.length === 1 ? [...letters, ...two] : two
}

function tokenize(text: string, options: { single: boolean }): string[] {
  const words = new Set<string>()
  for (const [found] of foldText(text).matchAll(word)) {
    for (const [run] of found.matchAll(unspaced)) for (const part of splitBigrams(run, options)) words.add(part)
    for (const rest of found.split(unspaced)) {
      if (rest !== '') words.add(rest.replace(article, '').slice(0, MAX_WORD_LENGTH))
    }
  }
  // Half of a surrogate pair that was cut is not valid text.
  return [...words].map((one) => one.toWellFormed())
}

/** Returns the words under which a text is indexed. */
export const toIndexTokens = (text: string): string[] => tokenize(text, { single: true })

/** Returns the words that a text must all contain to be found. Empty for a search without a letter or digit. */
export const toSearchTokens = (search: string): string[] => tokenize(search, { single: false })

export interface Searchable {
  id: string
  listed_at: string
  title: string | null
  content: string
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
  const texts = prayers.map((prayer) => toIndexTokens(`${prayer.title ?? ''}\n${prayer.content}`))
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

/** Returns the ids of the requests that contain all the words, newest first. */
export async function searchPrayers(db: Db, search: string, options: SearchOptions): Promise<string[]> {
  const words = toSearchTokens(search)
  if (words.length === 0) return []
  const { rows } = await (await statementFor(db, words, options))(words, options).execute(db)
  return rows.map(({ id }) => id)
}

async function statementFor(db: Db, words: string[], { is_selective }: SearchOptions): Promise<SearchStatement> {
  if (isPostgres(db)) return (await areCommon(db, words)) ? searchCommonWords : searchRareWords
  return is_selective ? searchByCandidates : searchByIndex
}

type SearchStatement = (words: string[], options: SearchOptions) => ReturnType<typeof sql<{ id: string }>>

const afterCursor = (after: SearchOptions['after']) =>
  after ? sql`and (prayers.listed_at, prayers.id) < (${after.listed_at}, ${after.id})` : sql``

/** True when the statistics of PostgreSQL have all the words among those that occur most. */
async function areCommon(db: Db, words: string[]): Promise<boolean> {
  const { rows } = await sql<{ are_common: boolean }>`
    select ${words}::text[] <@ coalesce((select most_common_elems::text::text[] from pg_stats
      where schemaname = current_schema() and tablename = 'search_words' and attname = 'words'), '{}') as are_common`.execute(
    db,
  )
  return rows[0]?.are_common === true
}

const toTsquery = (words: string[]) => sql`${words.map((one) => `'${one}'`).join(' & ')}::tsquery`

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

const quoteTokens = (words: string[]): string => words.map((one) => `"${one}"`).join(' ')

/** Reads the search index in the order of its positions, and only as far as the page needs. */
const searchByIndex: SearchStatement = (words, { where, after, limit, offset }) => sql`
  select prayers.id from search_words
  cross join search_places on search_places.place = search_words.rowid
  cross join prayers on prayers.id = search_places.prayer_request_id
  where search_words match ${quoteTokens(words)} and ${where} ${
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
      and search_words match ${quoteTokens(words)})
  order by prayers.listed_at desc, prayers.id desc limit ${limit} offset ${offset}`
