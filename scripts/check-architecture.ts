// Checks the rules of ARCHITECTURE.md. `node scripts/check-architecture.ts [folder]` prints a line for each problem and
// exits with 1 when there is any; `--write` first prints the table into ARCHITECTURE.md; `--jobs` prints where each
// kind of job is queued and handled, and checks nothing. The rules themselves are the table in
// scripts/architecture/table.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkCycles } from './architecture/cycles.ts'
import { type Problem, readRepository } from './architecture/files.ts'
import { checkFeatureRings, checkImports } from './architecture/imports.ts'
import { checkJobs, describeJobs } from './architecture/jobs.ts'
import { checkLinks } from './architecture/links.ts'
import { PAGE, checkPage, updatePage } from './architecture/print.ts'
import { checkReads } from './architecture/reads.ts'
import { checkEnvironment, checkPlaces, checkSides, checkSize } from './architecture/places.ts'

/** Returns every problem of the repository in the folder, sorted by path and line. */
export function checkArchitecture(folder: string): Problem[] {
  const repository = readRepository(folder)
  const unreadable = [...repository.sources].flatMap(([file, { error }]) =>
    error === undefined ? [] : [{ path: file, line: 1, text: `cannot be read: ${error}` }],
  )
  return [
    ...unreadable,
    ...checkImports(repository),
    ...checkFeatureRings(repository),
    ...checkCycles(repository),
    ...checkPlaces(repository),
    ...checkSides(repository),
    ...checkJobs(repository),
    ...checkSize(repository),
    ...checkReads(repository),
    ...checkLinks(repository),
    ...checkEnvironment(repository),
    ...checkPage(repository),
  ].toSorted((one, other) => one.path.localeCompare(other.path) || one.line - other.line)
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false }, jobs: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const folder = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '..'))
  if (values.write) {
    const page = path.join(folder, PAGE)
    const updated = updatePage(readFileSync(page, 'utf8'))
    if (updated !== undefined) writeFileSync(page, updated)
  }
  if (values.jobs) console.log(describeJobs(readRepository(folder)))
  const problems = values.jobs ? [] : checkArchitecture(folder)
  for (const { path: file, line, text } of problems) console.log(`${file}:${line}  ${text}`)
  if (problems.length > 0) process.exitCode = 1
}
