// The arguments that `npm test`, `npm run test:all` and `npm run test:steady` take. Plain JavaScript, since a wrong word is refused
// before the pinned Node is installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const parts = ['check', 'server', 'web', 'browser', 'engines']
const MAX_ROUNDS = 100
const isTestFile = (name) => /\.(test|spec)\.tsx?$/.test(name) && existsSync(name)
const isCommit = (name) =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]).status === 0

/** Returns what `scripts/test.ts` is to do, or `refusal`, a sentence. */
export function readTestArguments(task, args) {
  const depth = task === 'test:all' ? 'full' : 'short'
  if (task === 'test:steady') {
    const [rounds, ...files] = args
    if (!/^[1-9]\d*$/.test(rounds ?? '') || Number(rounds) > MAX_ROUNDS)
      return { refusal: `npm run test:steady takes a number of runs, 1 to ${MAX_ROUNDS}, and test files: -- 6` }
    const strange = files.find((name) => !isTestFile(name))
    return strange === undefined
      ? { depth, rounds: Number(rounds), files }
      : { refusal: `There is no test file "${strange}".` }
  }
  const [word, value, ...more] = args
  if (word === undefined) return { depth, files: [] }
  if (word === '--part' && parts.includes(value) && more.length === 0) return { depth, part: value, files: [] }
  if (word === '--part') return { refusal: `--part takes one of ${parts.join(', ')}.` }
  if (task === 'test:all') return { refusal: `npm run test:all takes nothing but --part ${parts.join('|')}.` }
  if (word === '--changed' && more.length === 0) {
    const changed = value ?? 'HEAD'
    if (isCommit(changed)) return { depth, changed, files: [] }
    return { refusal: `There is no commit or branch "${changed}" for --changed.` }
  }
  const strange = args.find((name) => !isTestFile(name))
  if (strange === undefined) return { depth, files: args }
  return {
    refusal: strange.startsWith('-')
      ? `npm test has no option "${strange}" here; it takes --changed [commit], --part ${parts.join('|')}, or test files.`
      : `There is no test file "${strange}".`,
  }
}

/** Returns what the parts of such a run need besides the dependencies. */
export function needsOf({ part, depth }) {
  const needs = {
    check: [],
    web: ['browser'],
    server: ['build', 'postgres'],
    browser: ['build', 'browser', 'postgres'],
    engines: ['build', 'postgres', 'engines'],
  }
  return needs[part] ?? [...needs.browser, ...(depth === 'full' ? ['engines'] : [])]
}
