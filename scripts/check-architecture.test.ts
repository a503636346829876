import path from 'node:path'
import { expect, it } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'
import { foldersOf, parseSource, readRepository } from './sources.ts'

const repository = readRepository(path.join(import.meta.dirname, '..'))

interface Problem {
  path: string
  text: string
}

/** Returns the problems of this repository with these files more, or with other texts in them. */
function problemsWith(texts: Map<string, string>): Problem[] {
  const files = [...new Set([...repository.files, ...texts.keys()])]
  const sources = new Map(repository.sources)
  for (const [file, text] of texts) if (/\.tsx?$/.test(file)) sources.set(file, parseSource(file, text))
  const read = (name: string): string => texts.get(name) ?? repository.read(name)
  return checkArchitecture({ files, folders: foldersOf(files), sources, read })
}

const wrong: [file: string, text: string, problem: string][] = [
  ['contract/a.ts', `import 'uuid'`, 'contract may not use uuid'],
  ['server/http/a.ts', `export type A = import('../../web/api.ts').A`, 'server may not import web/api.ts'],
  ['web/ui/a.ts', `import { a } from 'zod/v4'`, 'web may not use zod/v4'],
  ['web/ui/a.ts', `import { type A } from '../../contract/prayers.ts'`, 'imports contract/prayers.ts at run time'],
  ['contract/a.values.ts', `import './prayers.ts'`, 'imports contract/prayers.ts; a values file is free of zod'],
  ['server/http/a.ts', `import '../test/app.ts'`, 'imports server/test/app.ts, which is for tests'],
  ['server/secrets/a.ts', `import '../db/engine.ts'`, 'imports server/db/engine.ts, which lies above it'],
  ['web/root-of-a.ts', '', 'has no place in web/'],
  ['web/layout/a.ts', `import '../pages/feed.tsx'`, 'imports web/pages/feed.tsx; only web/routes.ts'],
  [
    'server/features/identity/sessions/a.ts',
    `import '../../community/prayers/prayers.rules.ts'`,
    'the area identity may not import from community',
  ],
  [
    'server/features/community/prayers/a.ts',
    `import '../../identity/sessions/sessions.routes.ts'`,
    `imports server/features/identity/sessions/sessions.routes.ts; another feature's routes are its own`,
  ],
  ['scripts/a.ts', `export const a = () => import('./a.ts')`, 'imports itself in a ring: scripts/a.ts → scripts/a.ts'],
  ['server/features/community/prayers/a.manager.ts', '', 'has a role that nobody knows'],
  ['server/features/prayers/a.ts', '', 'lies in no area'],
  [
    'server/features/care/cases/a.ts',
    `const is = visibleTo()\na.innerJoin('prayers')`,
    'reads requests by no rule; name one of visibleTo, ',
  ],
  ['scripts/utils/a.ts', '', 'a folder called utils says nothing'],
  ['web/features/community/hymns/Hymn.tsx', '', 'has no server/features/community/hymns/'],
  ['web/styles/a.css', 'a {}\n'.repeat(401), 'has 401 lines; split it'],
  ['server/http/a.ts', 'export const { env } = process', 'reads process.env'],
  ['server/cli/admin.ts', 'export const a = process.env.A', 'reads process.env'],
  ['server/http/a.ts', `export const a = (ctx: any) => ctx.engine.name`, 'asks for the name of the database engine'],
  ['docs/a.md', '[it](gone.md)', 'the link to gone.md leads nowhere'],
  ['docs/a.md', '[it](../README.md#gone)', 'the link to ../README.md#gone leads nowhere'],
  ['server/db/seed-content/en/guide/9-a.md', '[it](/content/gone)', 'the link to /content/gone leads nowhere'],
  ['scripts/a.ts', 'const =', 'cannot be read: '],
]

/** Wrong files of different names are read together, since the whole repository is read with them. */
const rounds: Map<string, string>[] = []
const tried = wrong.map(([file, text, problem]) => {
  const round = rounds.find((texts) => !texts.has(file)) ?? new Map<string, string>()
  if (round.size === 0) rounds.push(round)
  round.set(file, text)
  return { file, text, problem, round }
})
const found = new Map<Map<string, string>, Problem[]>()

it.each(tried)('refuses $file with $text', ({ file, problem, round }) => {
  const problems = found.get(round) ?? problemsWith(round)
  found.set(round, problems)
  // Of the file, or of a folder that it lies in.
  const texts = problems.filter(({ path: place }) => file.startsWith(place)).map((one) => one.text)
  expect(texts.join('\n')).toContain(problem)
})

it('finds nothing in the repository', () => {
  expect(problemsWith(new Map([['docs/a.md', '`[it](gone.md)` [itself](#one)\n# One\n']]))).toEqual([])
})
