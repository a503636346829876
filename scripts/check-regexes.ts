// Finds regular expressions that take more than linear time, or that old browsers cannot read. Part of `npm run check`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** A regular expression of the code. */
export interface Found {
  source: string
  flags: string
}

/** Expressions that were checked: as `/source/flags`. */
interface Known {
  /** Linear, as recheck has proved. */
  safe: string[]
  /** Not proved to be linear, with the reason why that does no harm: mostly how short their input is. */
  bounded: Record<string, string>
}

const root = path.join(import.meta.dirname, '..')
const KNOWN_FILE = path.join(root, 'scripts/regexes.json')
const SOURCES = '{server,contract,web,classifier}/**/*.{ts,tsx}'
const IS_TEST = /\.test\.tsx?$|[\\/]test[\\/]|^web[\\/]test\.tsx$/
/** Time for one expression, in milliseconds. Only new ones are checked. */
const TIMEOUT_MS = 10_000

export const nameOf = ({ source, flags }: Found): string => `/${source}/${flags}`

interface SyntaxNode {
  type?: string
  value?: unknown
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  arguments?: SyntaxNode[]
}

/** Returns the expressions of a file: literals, and what `RegExp` makes of constants. */
export function findExpressions(file: string, code: string): Found[] {
  const found: Found[] = []
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Literal' && node.regex) found.push({ source: node.regex.pattern, flags: node.regex.flags })
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isMade && node.callee?.name === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map(({ value }) => value)
      if (typeof source === 'string') found.push({ source, flags: typeof flags === 'string' ? flags : '' })
    }
    for (const part of Object.values(node)) {
      for (const child of [part].flat()) if (typeof child === 'object' && child !== null) visit(child as SyntaxNode)
    }
  }
  visit(parseSync(file, code).program)
  return found
}

/** Returns what is wrong with an expression, or null when its time grows with the length of the text only. */
export async function findFault({ source, flags }: Found): Promise<string | null> {
  process.env['RECHECK_BACKEND'] = 'pure'
  const { checkSync } = await import('recheck')
  const result = checkSync(source, flags, { timeout: TIMEOUT_MS })
  if (result.status === 'safe') return null
  return result.status === 'vulnerable' ? `${result.complexity.summary} time` : 'not proved to be linear'
}

/** Returns a sentence for each expression that is neither known nor proved to be linear, or no old browser reads, and the newly proved ones. */
export async function checkExpressions(
  found: Map<string, Found & { file: string }>,
  known: Known,
): Promise<{ problems: string[]; proved: string[] }> {
  const safe = new Set(known.safe)
  const problems: string[] = []
  const proved: string[] = []
  for (const [name, expression] of found) {
    if (expression.flags.includes('v') && !expression.file.startsWith('server')) {
      problems.push(`${expression.file}: ${name}: the oldest browsers refuse a file with the flag v`)
      continue
    }
    if (safe.has(name) || known.bounded[name] !== undefined) continue
    const fault = await findFault(expression)
    if (fault === null) proved.push(name)
    else problems.push(`${expression.file}: ${name}: ${fault}`)
  }
  return { problems, proved }
}

async function main(): Promise<void> {
  const known = JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as Known
  const found = new Map<string, Found & { file: string }>()
  for (const file of globSync(SOURCES, { cwd: root })) {
    if (IS_TEST.test(file)) continue
    for (const one of findExpressions(file, readFileSync(path.join(root, file), 'utf8'))) {
      found.set(nameOf(one), { ...one, file })
    }
  }
  const { problems, proved } = await checkExpressions(found, known)
  const unused = [...known.safe, ...Object.keys(known.bounded)].filter((name) => !found.has(name))
  if (process.argv.includes('--update')) {
    const safe = [...known.safe.filter((name) => found.has(name)), ...proved].toSorted()
    const bounded = Object.fromEntries(Object.entries(known.bounded).filter(([name]) => found.has(name)))
    writeFileSync(KNOWN_FILE, `${JSON.stringify({ safe, bounded }, null, 2)}\n`)
  } else if (proved.length + unused.length > 0) {
    problems.push(
      `scripts/regexes.json is not up to date. Run node scripts/check-regexes.ts --update.`,
      ...proved.map((name) => `new: ${name}`),
      ...unused.map((name) => `gone: ${name}`),
    )
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
