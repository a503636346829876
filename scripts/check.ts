// `npm run check`: all checks of the code that do not run it. Two steps run side by side.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listFiles } from './sources.ts'

interface Step {
  name: string
  /** Program and arguments, for the Node that runs this script. */
  command: string[]
  /** Step whose result it needs. */
  after?: string
}

interface Result {
  name: string
  ok: boolean
  output: string
  seconds: number
}

const MAX_CONCURRENT = 2
const root = path.join(import.meta.dirname, '..')

/** Returns the path of a package's program. `node_modules/.bin` holds it too, but not as JavaScript on every system. */
function resolveBin(name: string, packageName = name): string {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  return path.join(folder, typeof bin === 'string' ? bin : (bin[name] ?? name))
}

const steps: Step[] = [
  { name: 'route types', command: [resolveBin('react-router', '@react-router/dev'), 'typegen'] },
  { name: 'architecture', command: [path.join(import.meta.dirname, 'check-architecture.ts')] },
  { name: 'versions', command: [path.join(import.meta.dirname, 'check-versions.mjs')] },
  { name: 'expressions', command: [path.join(import.meta.dirname, 'check-regexes.ts')] },
  { name: 'format', command: [resolveBin('oxfmt'), '--check', '.'] },
  { name: 'style sheets', command: [path.join(import.meta.dirname, 'check-css.ts')] },
  { name: 'dead code', command: [resolveBin('knip'), '--no-progress'], after: 'route types' },
  { name: 'types', command: [resolveBin('tsc', 'typescript'), '--noEmit'], after: 'route types' },
  { name: 'lint', command: [resolveBin('oxlint'), '--type-aware', '.'], after: 'route types' },
]

function run({ name, command }: Step): Promise<Result> {
  const start = performance.now()
  return new Promise((resolve) => {
    const finish = (ok: boolean, output: string): void =>
      resolve({ name, ok, output, seconds: (performance.now() - start) / 1000 })
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.stderr.on('data', (part: Buffer) => parts.push(part))
    child.on('error', (error) => finish(false, error.message))
    child.on('close', (code) => finish(code === 0, Buffer.concat(parts).toString()))
  })
}

function printResult({ name, ok, output, seconds }: Result): void {
  console.log(`${ok ? '✓' : '✗'} ${name.padEnd(14)}${seconds.toFixed(1).padStart(5)} s`)
  if (!ok) console.log(`\n${output.trimEnd()}\n`)
}

/** Runs the steps in their order, two at a time; each starts once the step that it depends on is done. */
async function runAll(waiting: Step[]): Promise<Result[]> {
  const running = new Map<string, Promise<Result>>()
  const done: Result[] = []
  const left = [...waiting]
  while (left.length > 0 || running.size > 0) {
    const isDone = (name: string): boolean => done.some((result) => result.name === name)
    const next = left.findIndex(({ after }) => after === undefined || isDone(after))
    const step = running.size < MAX_CONCURRENT && next !== -1 ? left.splice(next, 1)[0] : undefined
    if (step) {
      running.set(step.name, run(step))
      continue
    }
    const result = await Promise.race(running.values())
    running.delete(result.name)
    done.push(result)
    printResult(result)
  }
  return done
}

type Sums = Record<'product' | 'tests' | 'tools', number>

/** Counts the lines of our code; `tools` are scripts and bench. */
function countLines(): Sums {
  const sums: Sums = { product: 0, tests: 0, tools: 0 }
  for (const file of listFiles(root).filter((name) => /\.(ts|tsx|mjs|css|sh)$/.test(name))) {
    const isTest = /^e2e\/|\.test\.|\/test\/|\.spec\./.test(file)
    const isProduct = /^(server|web|contract|classifier|deploy)\//.test(file)
    const kind = isTest ? 'tests' : isProduct ? 'product' : /^(bench|scripts)\//.test(file) ? 'tools' : undefined
    if (kind !== undefined) sums[kind] += readFileSync(path.join(root, file), 'utf8').split('\n').length - 1
  }
  return sums
}

/** Prints the lines beside those of the last landing, which `sums.json` keeps, so that growth is seen. */
function printSums(): void {
  const last = JSON.parse(readFileSync(path.join(import.meta.dirname, 'sums.json'), 'utf8')) as Sums
  const parts = Object.entries(countLines()).map(([kind, lines]) => {
    const change = lines - last[kind as keyof Sums]
    return `${kind} ${lines.toLocaleString('en')} (${change < 0 ? '−' : '+'}${Math.abs(change).toLocaleString('en')})`
  })
  console.log(`Lines since the last landing: ${parts.join(', ')}`)
}

const start = performance.now()
console.log('Checking the code\n')
const results = await runAll(steps)
const failed = results.filter(({ ok }) => !ok).map(({ name }) => name)
const total = ((performance.now() - start) / 1000).toFixed(1)
console.log(failed.length === 0 ? `\nAll is well (${total} s).` : `\nNot right: ${failed.join(', ')} (${total} s).`)
printSums()
if (failed.length > 0) process.exitCode = 1
