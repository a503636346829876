import { v7 as uuidv7 } from 'uuid'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { foldIdentity } from './names.ts'
import { seedContent } from './seed-content.ts'
import builtInThemes from './seed-themes.json' with { type: 'json' }

/** The categories of a new site, by the stable keys that the classifier uses. Administrators may change them. */
const categories = [
  ['health', 'Health', 'Illness, surgery, pain, recovery'],
  ['grief', 'Grief', 'Someone has died, or a child was lost before birth'],
  ['family', 'Family', 'Children, parents, pregnancy, estrangement'],
  ['relationships', 'Relationships', 'Marriage, friendship, loneliness'],
  ['mind', 'Mind & peace', 'Anxiety, low mood, stress, sleep'],
  ['addiction', 'Addiction', 'Alcohol, drugs, gambling and other habits'],
  ['work', 'Work', 'Finding work, keeping it, people there'],
  ['money', 'Money', 'Bills, debts, housing'],
  ['guidance', 'Guidance', 'A decision to make'],
  ['faith', 'Faith', 'Growth, doubt, someone’s salvation'],
  ['protection', 'Protection', 'Danger, travel, court, immigration'],
  ['church', 'Church', 'Congregations, ministry, missions'],
  ['world', 'World', 'Nations, war, disaster, leaders'],
  ['thanks', 'Thanks', 'Praise, answered prayer'],
  ['study', 'Study', 'School, exams, admission'],
] as const

/** The default names of categories, by key. */
export const builtInNames: ReadonlyMap<string, string> = new Map(categories.map(([key, name]) => [key, name]))

async function seedCategories(db: Kysely<Schema>, now: string): Promise<void> {
  const rows = categories.map(([key, name, description], order) => ({
    id: uuidv7(),
    key,
    name,
    name_folded: foldIdentity(name),
    description,
    order,
    created_at: now,
    updated_at: now,
  }))
  await db
    .insertInto('categories')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function seedThemes(db: Kysely<Schema>, now: string): Promise<void> {
  const rows = builtInThemes.map(({ name, description, order, is_default, colors, font, typography, ui }) => ({
    id: uuidv7(),
    name,
    name_folded: foldIdentity(name),
    description,
    order,
    is_default,
    colors: JSON.stringify(colors),
    font: JSON.stringify(font),
    typography: JSON.stringify(typography),
    ui: JSON.stringify(ui),
    created_at: now,
    updated_at: now,
  }))
  await db
    .insertInto('themes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Adds the data that an empty site needs. Leaves existing data unchanged, however little there is. `lock` keeps other
 * processes waiting until the transaction ends.
 */
export async function seed(
  db: Kysely<Schema>,
  now: string,
  lock?: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lock?.(transaction)
    const isEmpty = async (table: 'categories' | 'themes' | 'content'): Promise<boolean> =>
      (await transaction.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined
    if (await isEmpty('categories')) await seedCategories(transaction, now)
    if (await isEmpty('themes')) await seedThemes(transaction, now)
    if (await isEmpty('content')) await seedContent(transaction, now)
  })
}
