import { type SqlBool, type RawBuilder, sql } from 'kysely'
import { toContainsPattern } from './open.ts'
import { formsOfName } from './words.ts'

/**
 * The form in which names of groups, categories and themes are told apart: letters of another size or width make no other
 * name, accents do. For finding them whatever accents are typed: `foldName`.
 */
export const foldIdentity = (name: string): string => name.normalize('NFKC').toLowerCase()

/** The form in which names are searched for, by `containsName`: "tomas" finds "Tomás", "odonnell" finds "O'Donnell". */
export const foldName = (...names: string[]): string => formsOfName(names.join('\n')).join('\n')

/** Condition that a column with names in the form of `foldName` contains what was typed. */
export const containsName = (column: string, search: string): RawBuilder<SqlBool> => {
  const forms = formsOfName(search).map(
    (form) => sql<SqlBool>`${sql.ref(column)} like ${toContainsPattern(form.trim())} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(forms, sql` or `)})`
}
