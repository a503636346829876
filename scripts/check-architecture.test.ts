import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clean } from './architecture/made-up.ts'
import {
  arrows,
  documents,
  groupCall,
  groups,
  importing,
  job,
  jobMistakes,
  more,
  outside,
  places,
  rings,
} from './architecture/mistakes.ts'
import { updatePage } from './architecture/print.ts'
import { checkArchitecture } from './check-architecture.ts'

let folder: string

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
}

/** Runs git in the example repository. */
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })

/** Runs the check as a command. */
const run = (...options: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'check-architecture.ts'), ...options, folder], {
    encoding: 'utf8',
  })

/** Returns the problems of the clean repository with these files added or replaced, as `path:line  text`. */
function problemsWith(files: Record<string, string>): string[] {
  write(files)
  return checkArchitecture(folder).map(({ path: file, line, text }) => `${file}:${line}  ${text}`)
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'architecture-'))
  write(clean)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('finds nothing in a repository where nothing is wrong', () => {
  expect(problemsWith({})).toEqual([])
})

describe.each([
  ['imports', arrows],
  ['rings', rings],
  ['places, sides and sizes', places],
  ['jobs', jobMistakes],
  ['documents', documents],
  ['the outside', outside],
])('finds a mistake in %s', (_, mistakes) => {
  it.each(mistakes)('%s', (_name, files, problem) => {
    expect(problemsWith(files)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
  })
})

describe('lets pass', () => {
  it.each<[string, Record<string, string>]>([
    [
      'a long file with its reason',
      { 'web/styles/long.css': `/* Over 400 lines because it is one table. */\n${'a {}\n'.repeat(401)}` },
    ],
    ['a kind of job with one handler', job(`'prayers.classify': () => 1`)],
    [
      'a kind of job that is queued every hour',
      { ...job(`'a.b': 1`), 'server/jobs/kinds.ts': `export const jobKinds = { 'a.b': hourly }\n` },
    ],
    [
      'values in a page and in other values',
      {
        'contract/limits.values.ts': 'export const MAX = 1\n',
        ...importing('contract/prayers.values.ts', `export { MAX } from './limits.values.ts'`),
        ...importing('web/ui/Button.tsx', `import { MAX } from '../../contract/prayers.values.ts'`),
      },
    ],
    ['endpoints with schemas and handlers', { ...groupCall('admin'), ...groups }],
    ['a page that imports another part of the pages', importing('web/pages/sign-up.tsx', `import './sign-in.tsx'`)],
    [
      'a test of the messages that reads the errors',
      importing('messages/a.test.ts', `import 'use-intl/core'\nimport '../contract/fields.ts'`),
    ],
    [
      'tests of pages with what is made for them',
      {
        'web/test.tsx': `import './api.ts'\nexport const render = 1\n`,
        'web/ui/Button.test.tsx': `import '../test.tsx'\n`,
      },
    ],
    ['the tests built like the pages', importing('vitest.config.ts', `import './vite.config.ts'`)],
    ['a test beside its file', importing('server/app.test.ts', `import './app.ts'\nimport './test/app.ts'`)],
    [
      'two files that import a third',
      { 'scripts/a.ts': `import './c.ts'\nimport './b.ts'\n`, 'scripts/b.ts': `import './c.ts'\n`, 'scripts/c.ts': '' },
    ],
    ['links in code', { 'docs/a.md': '`[it](gone.md)`\n\n```md\n[it](gone.md)\n```\n' }],
    ['the second heading of a name', { 'docs/a.md': '# It\n# It\n[it](#it-1), [the folder](../docs/)\n' }],
  ])('%s', (_name, files) => {
    expect(problemsWith(files)).toEqual([])
  })
})

describe('the printed part of ARCHITECTURE.md', () => {
  it('is what the table says', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8')
    expect(updatePage(page)).toBe(page)
  })

  it('is a problem when it differs', () => {
    expect(
      problemsWith(more('ARCHITECTURE.md', '<!-- from scripts/architecture/table.ts -->\nold\n<!-- end -->')),
    ).toEqual([
      'ARCHITECTURE.md:4  differs from scripts/architecture/table.ts; run node scripts/check-architecture.ts --write',
    ])
  })
})

describe('in a checkout of git', () => {
  it('leaves out what git ignores, and sees what is not added yet', () => {
    git('init', '-q')
    const found = problemsWith({
      '.gitignore': '/private/\n',
      'private/utils/a.ts': 'export {}\n',
      'scripts/utils/a.ts': 'export {}\n',
    })
    expect(found).toEqual(['scripts/utils:1  a folder called utils says nothing of what is inside; name it after that'])
  })

  it('leaves out what is tracked, but deleted', () => {
    write({ 'scripts/utils/a.ts': 'export {}\n' })
    git('init', '-q')
    git('add', '-A')
    rmSync(path.join(folder, 'scripts/utils'), { recursive: true })
    expect(problemsWith({})).toEqual([])
  })
})

describe('as a command', () => {
  it('prints who queues each kind of job, and who does it', () => {
    write(job(`'prayers.classify': () => 1`))
    const { status, stdout } = run('--jobs')
    expect(status).toBe(0)
    expect(stdout).toBe(
      'server/features/community/prayers/prayers.commands.ts:1 → prayers.classify → server/features/community/prayers/prayers.jobs.ts:1\n',
    )
  })

  it('prints nothing and ends with 0 when nothing is wrong', () => {
    expect(run()).toMatchObject({ status: 0, stdout: '' })
  })

  it('prints a line for each problem and ends with 1', () => {
    write({ 'scripts/utils/a.ts': `import '../../server/app.ts'\n` })
    const { status, stdout } = run()
    expect(status).toBe(1)
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^scripts\/utils:1 {2}a folder called utils/),
      expect.stringMatching(/^scripts\/utils\/a\.ts:1 {2}scripts may not import server\/app\.ts/),
    ])
  })
})
