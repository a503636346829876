import { parseSync } from 'vite'
import type { Repository } from './sources.ts'

interface Problem {
  path: string
  line: number
  text: string
}

/** Rules by which features read requests, one of which every declaration that does so names: see ARCHITECTURE.md. */
const RULES = [
  'visibleTo',
  'isReviewableBy',
  'isModeratableBy',
  'isAnswerableBy',
  'isReportedTo',
  'isOwnOf',
  'withoutReader',
  'prayersWithoutReader',
]

const READ = /(?:selectFrom|[jJ]oin)\(\s*'prayers(?: as \w+)?'|\b(?:from|join) prayers\b/

const named = (names: string[]) => new RegExp(`\\b(?:${names.join('|')})\\b`)

/**
 * Checks that every declaration of a feature that reads requests names the rule by which it does, or a condition beside
 * it that does. It sees that a rule is named, not that it is in the right place.
 */
export function checkReads({ files, read }: Repository): Problem[] {
  return files
    .filter((path) => /^server\/features\/.*\.ts$/.test(path) && !path.includes('.test.'))
    .flatMap((path) => {
      const text = read(path)
      if (text.search(READ) === -1) return []
      const declarations = parseSync(path, text).program.body.flatMap(({ type, start, end }) =>
        type === 'ImportDeclaration' ? [] : [{ start, words: text.slice(start, end) }],
      )
      const conditions = declarations
        .filter(({ words }) => words.search(READ) === -1 && named(RULES).test(words))
        .flatMap(({ words }) => /(?:function|const) (\w+)/.exec(words)?.[1] ?? [])
      const rules = named([...RULES, ...conditions])
      return declarations.flatMap(({ start, words }) => {
        const at = words.search(READ)
        if (at === -1 || rules.test(words)) return []
        const line = text.slice(0, start + at).split('\n').length
        return [{ path, line, text: `reads requests by no rule; name one of ${RULES.join(', ')}` }]
      })
    })
}
