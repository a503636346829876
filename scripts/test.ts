// `npm test`, `npm run test:all` and `npm run test:steady`: `scripts/run.mjs` passes on what `test-arguments.mjs` has read.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { readRepository } from './sources.ts'
import { changedFiles, select } from './test-changed.ts'
import { type Again, type Report, type Run, countLine, decide, failureTable, isWellAlone } from './test-verdict.ts'

interface Plan {
  depth: 'short' | 'full'
  part?: 'check' | 'server' | 'web' | 'browser' | 'engines'
  /** Commit since which files count as changed. */
  changed?: string
  rounds?: number
  /** Test files; all, when there are none. */
  files: string[]
}

const root = path.join(import.meta.dirname, '..')
/** Playwright empties a folder of its own in it at its start. */
const results = path.join(root, 'test-results')
const reporter = path.join(import.meta.dirname, 'test-report.ts')
const programs = {
  vitest: [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', `--reporter=${reporter}`],
  playwright: [path.join(root, 'node_modules/@playwright/test/cli.js'), 'test', `--reporter=list,${reporter}`],
}

let current: ChildProcess | undefined
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    // The terminal has told the program too; a second signal ends this one at once.
    current?.once('exit', () => process.exit(1))
    if (current === undefined) process.exit(1)
    if (signal !== 'SIGINT' || !process.stdin.isTTY) current.kill(signal)
  })

/** Minutes of the parts. What `.ci/run` did before stands in MINUTES_BEFORE. */
const minutes: string[] = [process.env['MINUTES_BEFORE'] ?? ''].filter(Boolean)

/** Measures a part. */
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  minutes.push(`${name} ${((performance.now() - start) / 60_000).toFixed(1)}`)
  return result
}

/** Runs a program to its end. Returns its exit code, null when a signal ended it. */
function launch(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
  current = child
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      current = undefined
      resolve(code)
    })
  })
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    // It ended before it wrote one.
    return undefined
  }
}

/** A second look leaves the pictures of the first, and its report. */
async function runTests(tool: Run['tool'], args: string[], depth: Plan['depth'], look = ''): Promise<Run> {
  const report = path.join(results, `${tool}${look}.json`)
  rmSync(report, { force: true })
  const output = tool === 'playwright' ? ['--output', path.join(results, `browser${look}`)] : []
  const environment = {
    TEST_REPORT: report,
    // Hundreds of servers and commands of the tests read the same program.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
    ...(depth === 'full' && { TEST_DEPTH: 'full' }),
  }
  const code = await launch([...programs[tool], ...args, ...output], environment)
  return { tool, code, report: readReport(report) }
}

/** Vitest looks for a part of the path, Playwright for an expression. */
const filterOf = (tool: Run['tool'], file: string): string =>
  tool === 'vitest' ? path.resolve(root, file) : `${RegExp.escape(path.resolve(root, file))}$`

/** Runs vitest and then Playwright, each if it has something to run. */
async function runBoth({ part, files, depth }: Plan): Promise<Run[]> {
  const runs: Run[] = []
  const onBoth = ['--project=sqlite', '--project=postgres']
  const projects = {
    check: [],
    server: onBoth,
    web: ['--project=web'],
    browser: onBoth,
    engines: ['--project=firefox', '--project=webkit'],
  }
  for (const [tool, name, ending] of [
    ['vitest', 'server and web', '.test.'],
    ['playwright', 'browser', '.spec.'],
  ] as const) {
    const own = files.filter((file) => path.basename(file).includes(ending))
    const isAsked =
      files.length > 0
        ? own.length > 0
        : part === undefined || ['browser', 'engines'].includes(part) === (tool === 'playwright')
    if (!isAsked) continue
    // Firefox and WebKit are for the full depth, or for who names their file.
    const usual = tool === 'playwright' && depth === 'short' && files.length === 0 ? 'browser' : undefined
    const asked = part ?? usual
    const args = [...(asked ? projects[asked] : []), ...own.map((file) => filterOf(tool, file))]
    runs.push(await timed(part ?? name, () => runTests(tool, args, depth)))
  }
  return runs
}

/** Runs each of the files once more, alone. Returns the runs, and the files that failed again. */
async function lookAgain(again: Again[], depth: Plan['depth']): Promise<{ runs: Run[]; red: Again[] }> {
  const runs: Run[] = []
  const red: Again[] = []
  for (const one of again) {
    console.log(`\nA second look: ${one.file} (${one.project})\n`)
    const args = [filterOf(one.tool, one.file), `--project=${one.project}`]
    const run = await runTests(one.tool, args, depth, '-again')
    runs.push(run)
    if (!isWellAlone(one, run)) red.push(one)
  }
  return { runs, red }
}

/** Prints the end of a run. In CI at most three files that failed get a second look. Returns whether all is well. */
async function conclude(first: Run[], depth: Plan['depth']): Promise<boolean> {
  const found = decide(first)
  const isLooked = process.env['CI'] === 'true' && typeof found !== 'string' && found.length > 0
  const { runs, red } = isLooked
    ? await timed('second look', () => lookAgain(found, depth))
    : { runs: [], red: typeof found === 'string' ? [] : found }
  console.log(`\nMinutes: ${minutes.join(', ')}`)
  const isGreen = typeof found !== 'string' && red.length === 0
  if (typeof found === 'string') console.log(`Red: ${found}.`)
  for (const { file, project } of red) console.log(`Red: ${file} (${project})${isLooked ? ', twice' : ''}`)
  if (isGreen && isLooked) {
    const lines = found.map(({ file, project }) => `UNSTEADY ${file} (${project})`)
    mkdirSync(results, { recursive: true })
    appendFileSync(
      path.join(results, 'unsteady.txt'),
      lines.map((line) => `${new Date().toISOString()} ${line}\n`).join(''),
    )
    for (const line of lines) console.log(`${line}: failed, and passed alone. It is mended before the next feature.`)
  }
  console.log(countLine(first, runs))
  return isGreen
}

/** Runs everything so many times, every second time beside a busy loop for each core. Returns whether all were well. */
async function runSteadily(plan: Plan & { rounds: number }): Promise<boolean> {
  const rounds: Run[][] = []
  const lines: string[] = []
  for (let round = 1; round <= plan.rounds; round += 1) {
    const isBusy = round % 2 === 0
    console.log(`\nRun ${round} of ${plan.rounds}, ${isBusy ? 'busy' : 'quiet'}\n`)
    const loops = isBusy
      ? Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
      : []
    const begin = performance.now()
    const runs = await runBoth(plan)
    const seconds = Math.round((performance.now() - begin) / 1000)
    await Promise.all(loops.map((loop) => loop.terminate()))
    rounds.push(runs)
    lines.push(`run ${round}  ${isBusy ? 'busy ' : 'quiet'}  ${String(seconds).padStart(5)} s  ${countLine(runs, [])}`)
  }
  const failures = failureTable(rounds)
  console.log(['', ...lines, '', ...(failures.length > 0 ? failures : ['Nothing failed.'])].join('\n'))
  return failures.length === 0
}

/** Puts the files that concern the changes into the plan. Returns false where there are none. */
function planChanged(plan: Plan & { changed: string }): boolean {
  const { files, left, everything } = select(changedFiles(plan.changed), readRepository(root))
  const specs = files.filter((file) => file.includes('.spec.')).length
  if (everything !== undefined) console.log(`Everything depends on ${everything}: all tests run.`)
  else if (files.length === 0) console.log(`No test concerns what changed since ${plan.changed}.`)
  else if (specs === 0) console.log('No screen changed: no browser test runs.')
  if (left > 0) console.log(`The nearest ${files.length} test files run; ${left} others are left to \`npm test\`.`)
  plan.files = files
  return everything !== undefined || files.length > 0
}

/** Carries the plan out. Returns whether all is well. */
async function carryOut(plan: Plan): Promise<boolean> {
  const { part, changed, rounds, files } = plan
  if (rounds !== undefined) return await runSteadily({ ...plan, rounds })
  if (changed !== undefined && !planChanged(plan as Plan & { changed: string })) return true
  const isChecked = part === 'check' || (part === undefined && changed === undefined && files.length === 0)
  if (isChecked && (await timed('check', () => launch([path.join(import.meta.dirname, 'check.ts')]))) !== 0)
    return false
  if (part === 'check') return true
  return await conclude(await runBoth(plan), plan.depth)
}

process.exitCode = (await carryOut(JSON.parse(process.argv[2] ?? '') as Plan)) ? 0 : 1
