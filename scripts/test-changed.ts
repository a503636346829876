import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Repository } from './sources.ts'

export type Sources = Pick<Repository, 'sources' | 'read'>

export interface Selection {
  files: string[]
  /** Browser specs that name a changed screen too, but less than those chosen. */
  left: number
  /** A file on which every test depends. */
  everything?: string
}

/** Everything hangs below these, so an import through them says nothing: most tests of the server start the whole. */
const HUBS = new Set(['server/app.ts', 'server/routes.ts', 'server/features.ts', 'server/test/app.ts', 'web/routes.ts'])
/** The files that every screen is in. */
const FRAMES = new Set(['web/layout/page.tsx', 'web/root.tsx'])
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|[\w.-]+\.config\.ts)$/
/** Six take about a minute. */
const MAX_SPECS = 6

/** Returns the files that import one of these, directly or through others; no further than the hubs. */
function reach(from: string[], { sources }: Sources): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, { imports }] of sources)
    for (const one of imports)
      if (one.file !== undefined && !one.isType) importers.set(one.file, [...(importers.get(one.file) ?? []), file])
  const reached = new Set(from)
  for (const file of reached) {
    if (HUBS.has(file) && !from.includes(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
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

/** Returns the specs that name an address of these pages, those first of whose addresses the largest share is theirs. */
function specsOf(reached: Set<string>, { sources, read }: Sources): string[] {
  const isFrame = [...FRAMES].some((file) => reached.has(file))
  const routes = [...read('web/routes.ts').matchAll(/(?:route\('([^']+)', |index\()'([^']+)'/g)]
    .filter(([, address, page]) => address !== '*' && (isFrame || reached.has(`web/${page}`)))
    .map(([, address = '']) => address.split('/'))
  return [...sources.keys()]
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => {
      const named = [...read(file).matchAll(/['"`}]\/(?!api\/)([^\s'"`?#]*)/g)].map(([, text = '']) => text.split('/'))
      const count = named.filter((address) => routes.some((route) => fits(route, address))).length
      return { file, count, share: count / named.length }
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.share - one.share || other.count - one.count)
    .map(({ file }) => file)
}

/**
 * Returns the test files that concern the changed files: what imports them, the tests beside them, and the browser specs of their
 * screens. The whole application is not an import: a test through HTTP is found beside what it tests.
 */
export function select(files: string[], repository: Sources): Selection {
  const changed = [...files, ...handlers(files, repository)]
  const reached = reach(changed, repository)
  const everything = [...reached].find((file) => EVERYTHING.test(file))
  if (everything !== undefined) return { files: [], left: 0, everything }
  const folders = new Set(changed.map((file) => (file.startsWith('messages/') ? 'messages' : path.posix.dirname(file))))
  const tests = [...repository.sources.keys()].filter(
    (file) =>
      (/\.test\.tsx?$/.test(file) && (reached.has(file) || folders.has(path.posix.dirname(file)))) ||
      (file.endsWith('.spec.ts') && reached.has(file)),
  )
  const specs = specsOf(reach([...changed, ...callers(changed, repository)], repository), repository).filter(
    (file) => !tests.includes(file),
  )
  return { files: [...tests, ...specs.slice(0, MAX_SPECS)], left: Math.max(0, specs.length - MAX_SPECS) }
}

const git = (...args: string[]): string[] => execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)

/** Returns the files that differ from the commit, those that git does not know yet included. */
export const changedFiles = (commit: string): string[] => [
  ...new Set([
    ...git('diff', '--name-only', '-z', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]),
]
