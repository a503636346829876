/** The findings of a run in a test file of a project of vitest or Playwright. */
export interface FileResult {
  file: string
  project: string
  isWell: boolean
  passed: number
  skipped: number
  /** Titles of the tests that failed. */
  failed: string[]
}

/** As `test-report.ts` writes it. */
export interface Report {
  /** False when the run was cut off. */
  isWhole: boolean
  files: FileResult[]
  /** Outside any test; some name the file that ran meanwhile. */
  errors: { file?: string; message: string }[]
}

export interface Run {
  tool: 'vitest' | 'playwright'
  /** Exit code; null for a process that was ended by a signal. */
  code: number | null
  report: Report | undefined
}

export interface Again {
  tool: Run['tool']
  project: string
  file: string
}

const MAX_UNSTEADY_FILES = 3

/** Returns the files that are not well, or a reason why the run as a whole is not. */
function faultsOf({ tool, code, report }: Run): Again[] | string {
  if (code === null) return `${tool} was ended by a signal`
  if (report === undefined) return `${tool} left no report`
  if (!report.isWhole) return `${tool} was cut off`
  const { files, errors } = report
  const stray = errors.find(({ file }) => !files.some((one) => one.file === file))
  if (stray) return `${tool}: ${stray.message.split('\n')[0]}`
  const faulty = files.filter(({ file, isWell }) => !isWell || errors.some((error) => error.file === file))
  if (faulty.length === 0 && code !== 0) return `${tool} ended with ${code}`
  return faulty.map(({ project, file }) => ({ tool, project, file }))
}

/** Returns what a second look has to run, nothing when all is well, or the reason why the runs are red whatever it would find. */
export function decide(runs: Run[]): Again[] | string {
  const faults = runs.map(faultsOf)
  const reason = faults.find((fault) => typeof fault === 'string')
  if (reason !== undefined) return reason
  const again = faults.flatMap((fault) => fault as Again[])
  const count = new Set(again.map(({ file }) => file)).size
  return count > MAX_UNSTEADY_FILES ? `${count} files failed` : again
}

/** True if the second look at a file found it well, and at least one of its tests passed. */
export function isWellAlone({ tool, project, file }: Again, second: Run): boolean {
  const one = second.report?.files.find((result) => result.file === file && result.project === project)
  return second.tool === tool && second.code === 0 && faultsOf(second).length === 0 && (one?.passed ?? 0) > 0
}

/** Returns all counts in one line; what a file's second look found stands for its first. A file that did not load counts as one failure. */
export function countLine(first: Run[], second: Run[]): string {
  const results = new Map<string, FileResult>()
  for (const { tool, report } of [...first, ...second])
    for (const result of report?.files ?? []) results.set(`${tool} ${result.project} ${result.file}`, result)
  let [passed, failed, skipped] = [0, 0, 0]
  for (const result of results.values()) {
    passed += result.passed
    failed += result.failed.length || (result.isWell ? 0 : 1)
    skipped += result.skipped
  }
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Returns the lines of what failed in any of the runs, the most frequent first: so many of so many times, and the test. */
export function failureTable(rounds: Run[][]): string[] {
  const times = new Map<string, number>()
  for (const runs of rounds) {
    const names = runs.flatMap((run) => {
      const faults = faultsOf(run)
      if (typeof faults === 'string') return [faults]
      return faults.flatMap(({ tool, project, file }) => {
        const { failed = [] } = run.report?.files.find((one) => one.file === file && one.project === project) ?? {}
        return (failed.length > 0 ? failed : ['outside its tests']).map(
          (title) => `${tool} ${project} ${file}: ${title}`,
        )
      })
    })
    for (const name of new Set(names)) times.set(name, (times.get(name) ?? 0) + 1)
  }
  return [...times]
    .toSorted((one, other) => other[1] - one[1])
    .map(([name, count]) => `${count} of ${rounds.length}  ${name}`)
}
