import { v7 as uuidv7 } from 'uuid'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import { builtInThemes } from '../../contract/themes.values.ts'
import { foldIdentity } from './names.ts'
import { seedContent } from './seed-content.ts'
import palettes from './seed-themes.json' with { type: 'json' }

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

const serif = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Noto Serif', Georgia, serif"
/** The measures of all themes of a new site. */
const typography = {
  fontFamily: {
    sans: "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
    serif,
    mono: "ui-monospace, SFMono-Regular, 'Cascadia Mono', Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace",
    display: serif,
  },
  fontWeight: { light: 300, normal: 400, medium: 500, semibold: 600, bold: 700 },
  fontSize: {
    xs: '0.8125rem',
    sm: '0.875rem',
    base: '1rem',
    lg: '1.125rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
    '4xl': '2.375rem',
  },
  lineHeight: { tight: 1.25, normal: 1.5, relaxed: 1.65 },
}

async function seedThemes(db: Kysely<Schema>, now: string): Promise<void> {
  const rows = builtInThemes.map(({ key, name, description }, order) => ({
    id: uuidv7(),
    name,
    name_folded: foldIdentity(name),
    description,
    order,
    is_default: order === 0,
    colors: JSON.stringify(palettes.find(({ id }) => id === key)?.colors),
    font: JSON.stringify({ family: '', url: '' }),
    typography: JSON.stringify(typography),
    ui: JSON.stringify({
      borderRadius: { card: key === 'clarity' ? '0.5rem' : '1rem' },
      padding: { card: '1.5rem' },
      spacing: { headingMarginBottom: '0.75rem', paragraphMarginBottom: '1rem' },
    }),
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
