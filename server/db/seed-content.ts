import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Insertable, Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { ContentType } from '../../contract/content.ts'
import type { Language } from '../../contract/fields.ts'
import { isLanguage } from '../../contract/languages.ts'
import type { Schema } from './schema.ts'

const folder = path.join(import.meta.dirname, 'seed-content')

/** A page of a new site. */
export interface SeedPage {
  language: Language
  content_type: ContentType
  slug: string
  title: string
  /** Markdown, without the heading that contains the title. */
  content: string
}

const foldersIn = (...parts: string[]): string[] => readdirSync(path.join(folder, ...parts)).toSorted()

function readPage(language: Language, type: string, file: string): SeedPage {
  const slug = /^\d+-([a-z0-9-]+)\.md$/.exec(file)?.[1]
  const content_type = ContentType.parse(type)
  const [heading = '', ...lines] = readFileSync(path.join(folder, language, type, file), 'utf8').split('\n')
  if (slug === undefined || !heading.startsWith('# '))
    throw new Error(`${language}/${type}/${file} is no page: <n>-<slug>.md, and "# Title" in its first line.`)
  return { language, content_type, slug, title: heading.slice(2).trim(), content: lines.join('\n').trim() }
}

/**
 * Reads the pages in `seed-content/<language>/<type>/<n>-<slug>.md`, English first, each type in the order of its
 * numbers.
 */
export const seedPages = (): SeedPage[] =>
  foldersIn()
    .filter(isLanguage)
    .toSorted((one, other) => Number(other === 'en') - Number(one === 'en'))
    .flatMap((language) =>
      foldersIn(language).flatMap((type) => foldersIn(language, type).map((file) => readPage(language, type, file))),
    )

/** Publishes the pages. Ascending ids preserve their order, because all are published at the same time. */
export async function seedContent(db: Kysely<Schema>, now: string): Promise<void> {
  const rows = seedPages().map((page): Insertable<Schema['content']> => ({
    id: uuidv7(),
    ...page,
    status: 'published',
    published: true,
    metadata: '{}',
    user_id: null,
    created_by: null,
    created_at: now,
    updated_at: now,
    published_at: now,
  }))
  await db
    .insertInto('content')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
