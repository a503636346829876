import type { Problem, Repository } from './files.ts'
import { type Folder, type Table, table } from './table.ts'

export const PAGE = 'ARCHITECTURE.md'
const START = '<!-- from scripts/architecture/table.ts -->'
const END = '<!-- end -->'
const WIDTH = 26

const code = (names: string[]): string => names.map((name) => `\`${name.replace(/\/$/, '')}\``).join(', ')

function tree(layers: Table['layers']): string {
  const lines = Object.entries(layers).flatMap(([folder, order]) => [
    `${folder}/`,
    ...order.flatMap(([entries, about]) =>
      entries.map((entry, index) => `  ${entry.padEnd(WIDTH)}${index === 0 ? about : '  "'}`.trimEnd()),
    ),
  ])
  return ['```', ...lines, '```'].join('\n')
}

function mayImport([folder, { from, types = [], packages, never = [] }]: [string, Folder]): string {
  const parts = [
    from.length === 0 ? 'nothing' : code(from),
    types.length > 0 ? `types of ${code(types)}` : '',
    packages === undefined || packages.length === 0 ? '' : `packages: ${code(packages)}`,
    never.length > 0 ? `never ${code(never)}` : '',
  ]
  return `| \`${folder}\` | ${parts.filter(Boolean).join('; ')} |`
}

/**
 * Returns the generated part of ARCHITECTURE.md: the tree, the imports between folders, the order of areas and the
 * roles.
 */
export function printTable({ layers, folders, areas, roles }: Table = table): string {
  const shared = Object.keys(roles).filter((role) => roles[role] === 'shared')
  const own = Object.keys(roles).filter((role) => roles[role] === 'own')
  return `${START}

Top to bottom: an import goes down, or stays in its layer.

${tree(layers)}

What a folder may import (of npm any package, where none is named):

| Folder | may import |
|---|---|
${Object.entries(folders).map(mayImport).join('\n')}

The order of the areas; a feature may import from areas to the left of its own:

\`\`\`
${areas.join(' ← ')}
\`\`\`

Of a feature of the server, others may import ${code(shared)} and files without a role; ${code(own)} are its own.

${END}`
}

/** Returns the page with the part regenerated from the table, or undefined when the page has no such part. */
export function updatePage(page: string, rules: Table = table): string | undefined {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start === -1 || end < start) return undefined
  return page.slice(0, start) + printTable(rules) + page.slice(end + END.length)
}

/** Checks that the generated part of ARCHITECTURE.md, if any, matches the table. */
export function checkPage(repository: Repository, rules: Table = table): Problem[] {
  const page = repository.has(PAGE) ? repository.read(PAGE) : ''
  const updated = updatePage(page, rules)
  if (updated === undefined || updated === page) return []
  const line = page.slice(0, page.indexOf(START)).split('\n').length
  const text = 'differs from scripts/architecture/table.ts; run node scripts/check-architecture.ts --write'
  return [{ path: PAGE, line, text }]
}
