import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Repository } from './sources.ts'

export type Sources = Pick<Repository, 'sources' | 'read'>

export interface Selection {
  files: string[]
  /** Tests that concern the change too, but from further away than those chosen. */
  left: number
  /** A file on which every test depends. */
  everything?: string
}

/** Everything hangs below these, so an import through them says nothing: most tests of the server start the whole. */
const HUBS = new Set(['server/app.ts', 'server/routes.ts', 'server/features.ts', 'server/test/app.ts', 'web/routes.ts'])
/** The files that every screen is in. */
const FRAMES = new Set(['web/layout/page.tsx', 'web/root.tsx'])
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|[\w.-]+\.config\.ts)$/
/** They open every screen, or run in Firefox and WebKit too: for `npm test`, and for whoever changes them. */
const LONG = new Set(['e2e/tour.spec.ts', 'e2e/differences.spec.ts', 'e2e/engines.spec.ts'])
/** So many of each take less than a minute on two cores; whatever imports a changed file itself runs besides. */
const MAX_TESTS = 10
const MAX_SPECS = 2

/** Returns the files that import one of these, directly or through others, with the number of steps; no further than the hubs. */
function reach(from: string[], { sources }: Sources): Map<string, number> {
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of sources)
    for (const one of imports)
      if (one.file !== undefined && !one.isType) importers.set(one.file, [...(importers.get(one.file) ?? []), file])
  const reached = new Map(from.map((file) => [file, 0]))
  for (const [file, steps] of reached) {
    if (HUBS.has(file) && !from.includes(file)) continue
    for (const importer of importers.get(file) ?? []) if (!reached.has(importer)) reached.set(importer, steps + 1)
  }
  return reached
}

/** Returns the handlers of the subjects whose contract changed. */
const handlers = (changed: string[], { sources }: Sources): string[] =>
  changed.flatMap((file) => {
    const subject = /^contract\/([\w-]+)(\.values)?\.ts$/.exec(file)?.[1]
    return [...sources.keys()].filter((name) => subject !== undefined && name.endsWith(`/${subject}.routes.ts`))
  })

/** Returns the files of the pages that call an endpoint which the folder of a changed file of the server handles. */
function callers(changed: string[], { sources }: Sources): string[] {
  const folders = new Set(changed.filter((file) => file.startsWith('server/features/')).map(path.posix.dirname))
  const handled = new Set(
    [...sources].flatMap(([file, { keys }]) =>
      file.endsWith('.routes.ts') && folders.has(path.posix.dirname(file)) ? keys.map(({ value }) => value) : [],
    ),
  )
  return [...sources].flatMap(([file, { strings }]) =>
    file.startsWith('web/') && strings.some(({ value }) => handled.has(value)) ? [file] : [],
  )
}

const fits = (route: string[], address: string[]): boolean =>
  route.every((part, at) => part === '*' || (part.startsWith(':') ? address[at] : address[at] === part)) &&
  (route.at(-1) === '*' || route.length === address.length)

/**
 * Returns the specs that name an address of these pages. First come those called by a folder or a file that changed, then those of
 * whose addresses the largest share is theirs.
 */
function specsOf(changed: string[], reached: Map<string, number>, { sources, read }: Sources): string[] {
  // The frame asks the server for a little of everything.
  const isFrame = [...FRAMES].some((file) => reached.has(file)) && !changed.every((file) => file.startsWith('server/'))
  const routes = [...read('web/routes.ts').matchAll(/(?:route\('([^']+)', |index\()'([^']+)'/g)]
    .filter(([, address, page]) => address !== '*' && (isFrame || reached.has(`web/${page}`)))
    .map(([, address = '']) => address.split('/'))
  return [...sources.keys()]
    .filter((file) => file.endsWith('.spec.ts') && !LONG.has(file))
    .map((file) => {
      const named = [...read(file).matchAll(/['"`}]\/(?!api\/)([^\s'"`?#]*)/g)].map(([, text = '']) => text.split('/'))
      const count = named.filter((address) => routes.some((route) => fits(route, address))).length
      const isNamed = changed.some((one) => one.split(/[/.]/).includes(path.basename(file, '.spec.ts')))
      return { file, count, share: isNamed ? 2 : count / named.length }
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.share - one.share || other.count - one.count)
    .map(({ file }) => file)
}

/** Returns how many folders from the top a file shares with the nearest of these. */
function foldersShared(files: string[], other: string): number {
  const parts = other.split('/')
  return Math.max(...files.map((file) => file.split('/').findIndex((part, at) => part !== parts[at])))
}

/**
 * Returns the test files nearest to the changed files: what imports them, the tests beside them, and the browser specs of their
 * screens. The whole application is not an import: a test through HTTP is found beside what it tests.
 */
export function select(files: string[], repository: Sources): Selection {
  const changed = [...files, ...handlers(files, repository)]
  const reached = reach(changed, repository)
  const everything = [...reached.keys()].find((file) => EVERYTHING.test(file))
  if (everything !== undefined) return { files: [], left: 0, everything }
  const folders = new Set(changed.map((file) => (file.startsWith('messages/') ? 'messages' : path.posix.dirname(file))))
  const isBeside = (file: string) => folders.has(path.posix.dirname(file))
  /** What stands beside comes after what imports the file itself. */
  const stepsTo = (file: string) => Math.min(reached.get(file) ?? Infinity, isBeside(file) ? 1.5 : Infinity)
  const tests = [...repository.sources.keys()]
    .filter((file) => /\.test\.tsx?$/.test(file) && (reached.has(file) || isBeside(file)))
    .toSorted(
      (one, other) => stepsTo(one) - stepsTo(other) || foldersShared(changed, other) - foldersShared(changed, one),
    )
  const isNext = (file: string) => (reached.get(file) ?? Infinity) <= 1
  const own = [...reached.keys()].filter((file) => file.endsWith('.spec.ts') && isNext(file))
  const specs = specsOf(changed, reach([...changed, ...callers(changed, repository)], repository), repository)
  const screens = [...new Set([...own, ...specs])]
  const chosen = [
    ...tests.slice(0, Math.max(tests.filter(isNext).length, MAX_TESTS)),
    ...screens.slice(0, Math.max(own.length, MAX_SPECS)),
  ]
  return { files: chosen, left: tests.length + screens.length - chosen.length }
}

const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)

/** Returns the files that differ from the commit, those that git does not know yet included. */
export const changedFiles = (commit: string): string[] => [
  ...new Set([
    ...git('diff', '--name-only', '-z', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]),
]
