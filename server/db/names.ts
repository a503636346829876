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

const contains = (text: RawBuilder<string>, part: string) =>
  sql<SqlBool>`${text} like ${toContainsPattern(part)} escape '\\'`

/**
 * Condition that a column with names in the form of `foldName` contains what was typed: each of its words, in any order, or all of it
 * with spaces in other places, as families write Korean, Japanese and Arabic names.
 */
export const containsName = (column: string, search: string): RawBuilder<SqlBool> => {
  const name = sql.ref<string>(column)
  const forms = formsOfName(search).flatMap((form) => {
    const words = [...new Set(form.trim().split(/\s+/u))]
    return [
      sql<SqlBool>`(${sql.join(
        words.map((word) => contains(name, word)),
        sql` and `,
      )})`,
      contains(sql<string>`replace(${name}, ' ', '')`, form.replaceAll(/\s+/gu, '')),
    ]
  })
  return sql<SqlBool>`(${sql.join(forms, sql` or `)})`
}

/**
 * Condition that a text, as it was written, contains what was typed in any case. SQLite lowers the letters of English alone, so it is
 * also looked for in capitals, and with one at the beginning.
 */
export const containsText = (column: string, typed: string): RawBuilder<SqlBool> => {
  const lower = typed.toLowerCase()
  const [first = '', ...rest] = lower
  const forms = new Set([typed, lower, typed.toUpperCase(), first.toUpperCase() + rest.join('')])
  const finds = (form: string) =>
    sql<SqlBool>`lower(${sql.ref<string>(column)}) like lower(${toContainsPattern(form)}) escape '\\'`
  return sql<SqlBool>`(${sql.join(Array.from(forms, finds), sql` or `)})`
}
