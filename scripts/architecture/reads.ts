import { parseSync } from 'vite'
import { type Problem, type Repository, isTest } from './files.ts'
import { type Table, table } from './table.ts'

const READ = /(?:selectFrom|[jJ]oin)\(\s*'prayers(?: as \w+)?'|\b(?:from|join) prayers\b/

const named = (names: string[]) => new RegExp(`\\b(?:${names.join('|')})\\b`)

/**
 * Checks that every declaration of a feature that reads requests names the rule by which it does, or a condition beside
 * it that does. It sees that a rule is named, not that it is in the right place.
 */
export function checkReads({ files, read }: Repository, { readRules }: Table = table): Problem[] {
  return files
    .filter((path) => /^server\/features\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap((path) => {
      const text = read(path)
      if (text.search(READ) === -1) return []
      const declarations = parseSync(path, text).program.body.flatMap(({ type, start, end }) =>
        type === 'ImportDeclaration' ? [] : [{ start, words: text.slice(start, end) }],
      )
      const conditions = declarations
        .filter(({ words }) => words.search(READ) === -1 && named(readRules).test(words))
        .flatMap(({ words }) => /(?:function|const) (\w+)/.exec(words)?.[1] ?? [])
      const rules = named([...readRules, ...conditions])
      return declarations.flatMap(({ start, words }) => {
        const at = words.search(READ)
        if (at === -1 || rules.test(words)) return []
        const line = text.slice(0, start + at).split('\n').length
        return [{ path, line, text: `reads requests by no rule; name one of ${readRules.join(', ')}` }]
      })
    })
}
