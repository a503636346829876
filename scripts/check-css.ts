// Checks that every class of a style sheet is used in the code of the web, that no sheet is borrowed, and that no two modules have the
// same name, which their classes bear. `node scripts/check-css.ts` prints a line for each that is not in order, and exits with 1. For a
// CSS module (`*.module.css`) only the files that import it count.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

interface Use {
  line: number
  name: string
}

/** Blanks the text of a comment, a string or a URL, and keeps its lines. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Returns the classes in the selectors of a sheet, each with its first occurrence. */
export function classesOf(sheet: string): Use[] {
  const plain = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/url\([^)]*\)/g, blank)
    // Classes of other sheets, such as the one of an icon.
    .replaceAll(/:global\([^)]*\)/g, blank)
    .replaceAll(/"[^"]*"|'[^']*'/g, blank)
  const found = new Map<string, number>()
  // A selector stands before a brace; declarations end with a semicolon or a closing brace.
  for (const match of plain.matchAll(/([^{};]+)\{/g)) {
    const [, selector = ''] = match
    if (selector.trim().startsWith('@')) continue
    for (const { 1: name = '', index } of selector.matchAll(/\.(-?[_a-z][\w-]*)/gi)) {
      if (!found.has(name)) found.set(name, plain.slice(0, match.index + index).split('\n').length)
    }
  }
  return [...found].map(([name, line]) => ({ name, line }))
}

/** Returns the prefixes of names that the code builds, as in `` `btn--${kind}` `` or `` styles[`h${level}`] ``. */
const prefixesOf = (code: string): string[] =>
  [...code.matchAll(/(?:(?<![\w-])(?=[\w-]*(?:--|__|-)\$\{)|\[`)([a-z][\w-]*)\$\{/gi)].map(([, prefix = '']) => prefix)

/** True if the code uses the class: as a whole word, or with a built prefix. */
export function isNamed(name: string, code: string): boolean {
  const escaped = name.replaceAll(/[-\\]/g, '\\$&')
  if (new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(code)) return true
  return prefixesOf(code).some((prefix) => name.startsWith(prefix))
}

/** Returns whose a file of the web is: of a feature, of a page (a folder or a file), or of the kit, such as `web/ui`. */
const ownerOf = (file: string): string => /^web\/(?:features\/[^/]+\/[^/]+|pages\/[^/.]+|[^/]+)/.exec(file)?.[0] ?? file

/** Returns the imports of the sheets of another feature or page. Those of `web/ui`, `web/layout` and `web/styles` are for all. */
export const borrowedSheets = (file: string, code: string): Use[] =>
  [...code.matchAll(/^import .*'(\.[^']+\.css)'$/gm)]
    .map(({ 1: name = '', index }) => ({
      name: path.posix.join(path.posix.dirname(file), name),
      line: code.slice(0, index).split('\n').length,
    }))
    .filter(({ name }) => /^web\/(features|pages)\//.test(name) && ownerOf(name) !== ownerOf(file))

function borrowings(code: Map<string, string>): string[] {
  return [...code].flatMap(([file, text]) =>
    borrowedSheets(file, text).map(
      ({ name, line }) => `${file}:${line}  borrows ${name}; what is shared belongs in web/ui or web/layout`,
    ),
  )
}

/** Returns the CSS modules whose name another has too. */
export const namesakes = (sheets: string[]): string[] =>
  sheets.filter((sheet, index) => sheets.findIndex((it) => path.basename(it) === path.basename(sheet)) < index)

function deadClasses(code: Map<string, string>): string[] {
  const whole = [...code.values()].join('\n')
  return globSync('web/**/*.css', { cwd: root })
    .toSorted()
    .flatMap((sheet) => {
      const base = path.basename(sheet)
      const users = base.endsWith('.module.css')
        ? [...code.values()].filter((text) => text.includes(`/${base}'`)).join('\n')
        : whole
      // `styles[kind]`: the names may come from another file.
      const named = /\bstyles\[[a-z]/i.test(users) ? whole : users
      return classesOf(read(sheet))
        .filter(({ name }) => !isNamed(name, named))
        .map(({ name, line }) => `${sheet}:${line}  .${name} is named by no component; delete its rules`)
    })
}

if (import.meta.main) {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  const code = new Map(sources.map((file) => [file, read(file)]))
  const twice = namesakes(globSync('web/**/*.module.css', { cwd: root })).map(
    (sheet) => `${sheet}  has the name of another sheet; their classes would be the same`,
  )
  const problems = [...twice, ...borrowings(code), ...deadClasses(code)]
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
}
