// Checks the rules of ARCHITECTURE.md, which it reads there: the tree, what each folder may import, the order of the areas
// and the roles. Prints a line for each problem and exits with 1 when there is any.
import { join, posix } from 'node:path'
import { checkReads } from './reads.ts'
import { type Import, type Repository, readRepository } from './sources.ts'

interface Problem {
  path: string
  line: number
  text: string
}

/** The imports that a folder may have; any package, where none is named. */
type Folder = Record<'from' | 'types' | 'packages' | 'never' | 'tests', string[]>

/** Names that do not describe the content: forbidden for folders. */
const EMPTY_NAMES = ['utils', 'helpers', 'lib', 'common', 'services', 'models', 'types', 'misc']
const MAX_LINES = 400
const TEST_PACKAGES = ['node:*', 'vitest', 'fast-check']
/** Besides `*.test.ts`, what only tests may import. */
const FOR_TESTS = ['server/test', 'web/test.tsx', 'web/test-setup.ts']
/** The only application files that may read the environment, and which names; '' is the whole of it, passed on. */
const ENVIRONMENT: Record<string, string[]> = {
  'server/main.ts': ['NODE_ENV', ''],
  ...Object.fromEntries(['admin', 'backup', 'restore', 'move'].map((name) => [`server/cli/${name}.ts`, ['']])),
}

const namesIn = (text = ''): string[] => [...text.matchAll(/`([^`]+?)\/?`/g)].map(([, name = '']) => name)

/** Reads the rules between the two marks of ARCHITECTURE.md. */
function readRules(page: string) {
  const part = page.split('<!-- checked by scripts/check-architecture.ts -->')[1]?.split('<!-- end -->')[0] ?? ''
  const layers: Record<string, string[][]> = {}
  const folders: Record<string, Folder> = {}
  let order: string[][] = []
  for (const line of part.split('\n')) {
    const side = /^(\w+)\/$/.exec(line)?.[1]
    if (side !== undefined) layers[side] = order = []
    const [, entry, about] = /^ {2}(\S+?)\/? +(\S.*)$/.exec(line) ?? []
    if (entry !== undefined && about === '"') order.at(-1)?.push(entry)
    else if (entry !== undefined) order.push([entry])
    const [, folder, may = ''] = /^\| `([^`]+)` \| (.+) \|$/.exec(line) ?? []
    if (folder === undefined) continue
    const [from = '', ...more] = may.split('; ')
    const after = (word: string): string[] => namesIn(more.find((one) => one.startsWith(word)))
    folders[folder] = {
      from: namesIn(from),
      types: after('types'),
      packages: from === 'nothing' ? ['none'] : after('packages'),
      never: after('never'),
      tests: after('its tests'),
    }
  }
  const areas = /^.+ ← .+$/m.exec(part)?.[0].split(' ← ') ?? []
  const [shared, own] = (/^Of a feature of the server.*$/m.exec(part)?.[0] ?? '').split(';').map(namesIn)
  if (!layers['server'] || !layers['web'] || !folders['server'] || areas.length === 0 || !shared || !own)
    throw new Error('ARCHITECTURE.md lacks the tree, the table of imports, the order of the areas or the roles.')
  return { layers, folders, areas, roles: [...shared, ...own], own }
}

type Rules = ReturnType<typeof readRules>

/** True if an entry is this file or a folder above it, or a pattern that matches it: `contract/*.values.ts`, `node:*`. */
function covers(entry: string, file: string): boolean {
  const [start = '', end] = entry.split('*')
  if (end === undefined) return file === entry || file.startsWith(`${entry}/`)
  return (
    file.startsWith(start) && file.endsWith(end) && !file.slice(start.length, file.length - end.length).includes('/')
  )
}

const isCovered = (file: string, entries: string[]): boolean => entries.some((entry) => covers(entry, file))
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || isCovered(file, FOR_TESTS)
const sideOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '*.config.ts')
/** Returns the folder of a feature and its area. */
function featureOf(file: string): { folder: string; area: string } | undefined {
  const [, folder, area] = /^((?:server|web)\/features\/([^/]+)\/[^/]+)\//.exec(file) ?? []
  return folder === undefined || area === undefined ? undefined : { folder, area }
}

/** Returns the index of the layer of a file; -1 when it has none. An entry for the file itself wins over its folder. */
function layerOf(file: string, { layers }: Rules): number {
  const side = sideOf(file)
  const inside = file.slice(side.length + 1)
  const order = layers[side] ?? []
  const exact = order.findIndex((entries) => entries.includes(inside))
  return exact === -1 ? order.findIndex((entries) => isCovered(inside, entries)) : exact
}

function crossesFolder(from: string, { file, name, isType }: Import, { folders }: Rules): string | undefined {
  const side = sideOf(from)
  const rule = folders[side]
  if (!rule) return undefined
  const tests = isTest(from) ? rule.tests : []
  if (file === undefined) {
    const used = name.startsWith('node:') ? 'node:*' : name
    const allowed = [...rule.packages, ...tests, ...(isTest(from) ? TEST_PACKAGES : [])]
    const isRefused = isCovered(used, rule.never) || (rule.packages.length > 0 && !isCovered(used, allowed))
    return isRefused ? `${side} may not use ${name}` : undefined
  }
  if (isCovered(file, [...rule.from, ...tests])) return undefined
  if (!isCovered(file, rule.types)) return `${side} may not import ${file}`
  return isType ? undefined : `imports ${file} at run time; ${side} may take its types: write "import type { … }"`
}

/** Checks the enumerations and limits, which the browser loads too. */
function loadsMore(from: string, { file, name }: Import): string | undefined {
  const values = 'contract/*.values.ts'
  if (!covers(values, from) || (file !== undefined && covers(values, file))) return undefined
  return `imports ${file ?? name}; a values file is free of zod and imports other ${values} only`
}

function importsTests(from: string, { file, isDynamic }: Import): string | undefined {
  if (file === undefined || !isCovered(file, FOR_TESTS) || isTest(from)) return undefined
  if (/^(e2e|bench)\/|\.config\.ts$/.test(from)) return undefined
  if (from === 'server/main.ts' && isDynamic && file === 'server/test/demo.ts') return undefined
  return `imports ${file}, which is for tests; server/main.ts may load the demo with import()`
}

function goesUp(from: string, { file }: Import, rules: Rules): string | undefined {
  if (file === undefined || isTest(from) || sideOf(from) !== sideOf(file)) return undefined
  if (file.startsWith('web/pages/') && !from.startsWith('web/pages/') && from !== 'web/routes.ts')
    return `imports ${file}; only web/routes.ts and other pages compose pages`
  const [above, below] = [layerOf(from, rules), layerOf(file, rules)]
  if (above !== -1 && below !== -1 && above > below)
    return `imports ${file}, which lies above it in the tree. Move what both need further down, or pass it in`
  const [own, other] = [featureOf(from), featureOf(file)]
  if (!own || !other || own.folder === other.folder) return undefined
  if (rules.areas.indexOf(other.area) > rules.areas.indexOf(own.area))
    return `the area ${own.area} may not import from ${other.area}; the order is ${rules.areas.join(' ← ')}`
  const role = /^server\/.*\.(\w+)\.ts$/.exec(file)?.[1] ?? ''
  return rules.own.includes(role) ? `imports ${file}; another feature's ${role} are its own` : undefined
}

/** Checks every import against the tree, the table and the areas. */
const checkImports = ({ sources }: Repository, rules: Rules): Problem[] =>
  [...sources].flatMap(([from, { imports, error }]) => [
    ...(error === undefined ? [] : [{ path: from, line: 1, text: `cannot be read: ${error}` }]),
    ...imports.flatMap((one) => {
      const [text] = [crossesFolder, loadsMore, importsTests, goesUp].flatMap((rule) => rule(from, one, rules) ?? [])
      return text === undefined ? [] : [{ path: from, line: one.line, text }]
    }),
  ])

/** Returns the shortest way from a node back to itself. */
function ring(graph: Map<string, Set<string>>, start: string): string[] {
  const ways = [[start]]
  const reached = new Set<string>()
  for (const way of ways) {
    for (const to of graph.get(way.at(-1) ?? '') ?? []) {
      if (to === start) return way
      if (!reached.has(to)) ways.push([...way, to])
      reached.add(to)
    }
  }
  return []
}

/** Reports rings of files, and of the features of one area. Types count: they couple as strongly for a reader. */
function checkRings({ sources }: Repository): Problem[] {
  const files = new Map(
    [...sources].map(([from, { imports }]) => [from, new Set(imports.flatMap(({ file }) => file ?? []))]),
  )
  const features = new Map<string, Set<string>>()
  for (const [from, targets] of files) {
    const own = isTest(from) ? undefined : featureOf(from)
    for (const other of own ? [...targets].map(featureOf) : [])
      if (own && own.area === other?.area && own.folder !== other.folder)
        features.set(own.folder, (features.get(own.folder) ?? new Set()).add(other.folder))
  }
  return [files, features].flatMap((graph) =>
    [...graph.keys()].flatMap((start) => {
      const way = ring(graph, start)
      if (way.length === 0 || way.toSorted()[0] !== start) return []
      const text = `imports itself in a ring: ${[...way, start].join(' → ')}. Move what they share below them`
      return [{ path: start, line: 1, text }]
    }),
  )
}

/** Returns what is wrong with the place or the name of a file, if anything. */
function misplaced(path: string, rules: Rules): string | undefined {
  const file = path.replace(/\.test(\.tsx?)$/, '$1')
  const [side = '', name, area = '', ...rest] = file.split('/')
  if (!rules.layers[side] || !file.includes('/')) return undefined
  // A file without markup may have a test that needs a browser: `api.test.tsx` is of `api.ts`.
  if ([file, file.replace(/x$/, '')].every((one) => layerOf(one, rules) === -1))
    return `has no place in ${side}/. Put it into one of its folders, or into the tree`
  if (name !== 'features') return undefined
  const odd = rest.slice(0, -1).find((folder) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(folder))
  if (rest.length < 2 || !rules.areas.includes(area))
    return `lies in no area; ${side}/features/ holds <area>/<feature>/, with an area of ${rules.areas.join(', ')}`
  if (odd !== undefined) return `lies in ${odd}; folders are named in kebab-case`
  const role = /^server\/.*\/[^.]+\.([^./]+)\.ts$/.exec(file)?.[1]
  if (role === undefined || role === 'test' || rules.roles.includes(role)) return undefined
  return `has a role that nobody knows; roles are ${rules.roles.join(', ')}, everything else is named <subject>.ts`
}

/** Checks the places, names and sizes of files and folders. */
function checkPlaces({ files, folders, read }: Repository, rules: Rules): Problem[] {
  const wrong = files.flatMap((path) => {
    const text = misplaced(path, rules)
    return text === undefined ? [] : [{ path, line: 1, text }]
  })
  const empty = [...folders].flatMap((path) => {
    const name = path.split('/').at(-1) ?? ''
    const text = `a folder called ${name} says nothing of what is inside; name it after that`
    return EMPTY_NAMES.includes(name) ? [{ path, line: 1, text }] : []
  })
  const long = files.flatMap((path) => {
    if (!/\.(ts|tsx|mjs|css)$/.test(path)) return []
    const lines = read(path).replace(/\n$/, '').split('\n')
    const hasReason = lines.slice(0, 5).some((line) => /(\/\/|\/\*) ?Over \d+ lines because \S/.test(line))
    const text = `has ${lines.length} lines; split it, or say why not in its first lines: "// Over ${MAX_LINES} lines because …"`
    return lines.length <= MAX_LINES || hasReason ? [] : [{ path, line: MAX_LINES + 1, text }]
  })
  return [...wrong, ...empty, ...long]
}

/** Checks that endpoints have schemas and handlers, and every feature of the pages its server, under one name. */
function checkSides({ files, folders, sources }: Repository): Problem[] {
  const path = 'contract/endpoints.ts'
  const keys = sources.get(path)?.keys ?? []
  const subjects = new Set(keys.map(({ value }) => value.split('.')[0]?.replaceAll('_', '-') ?? ''))
  const handled = new Set(files.map((file) => /^server\/features\/.*\/([^/]+)\.routes\.ts$/.exec(file)?.[1]))
  const missing = [...subjects].filter((one) => !handled.has(one) || !files.includes(`contract/${one}.ts`))
  const alone = [...folders]
    .filter((folder) => /^web\/features\/[^/]+\/[^/]+$/.test(folder))
    .filter((folder) => !folders.has(folder.replace('web', 'server')))
  return [
    ...missing.map((one) => ({ path, line: 1, text: `${one} lacks contract/${one}.ts or its ${one}.routes.ts` })),
    ...alone.map((folder) => ({ path: folder, line: 1, text: `has no ${folder.replace('web', 'server')}/` })),
  ]
}

const PROCESS_ENV = /\bprocess(?:\??\.env\b|\??\.?\[['"]env['"]\])(?:\??\.(\w+)|\[['"](\w+)['"]\])?/g
const TAKEN_ENV = /\{[^{}]*\benv\b[^{}]*\}\s*(?:=\s*process\b(?!\.)|from\s+['"](?:node:)?process['"])/g

/** Checks that settings are read in one place, and that the differences between the two engines stay in one folder. */
function checkEnvironment({ sources, read }: Repository): Problem[] {
  return [...sources.keys()].flatMap((path) => {
    if (isTest(path) || /^(scripts|bench|e2e)\/|^[^/]+$/.test(path) || path === 'server/config.ts') return []
    const code = read(path).replaceAll(/^[ \t]*(\/\/|\*|\/\*).*$/gm, '')
    const at = (index: number): number => code.slice(0, index).split('\n').length
    const reads = [...code.matchAll(PROCESS_ENV), ...code.matchAll(TAKEN_ENV)].flatMap(
      ({ index, 1: name, 2: quoted }) => {
        const text = 'reads process.env; settings come from server/config.ts through the context'
        return ENVIRONMENT[path]?.includes(name ?? quoted ?? '') ? [] : [{ path, line: at(index), text }]
      },
    )
    const text = 'asks for the name of the database engine; hide the difference in server/db/'
    const asks = isCovered(path, ['server/db', 'server/app.ts'])
      ? []
      : [...code.matchAll(/\bengine\??(\.name\b|\[['"]name)/g)]
    return [...reads, ...asks.map(({ index }) => ({ path, line: at(index), text }))]
  })
}

/** Pages of the site: links in them are addresses of the site. */
const PAGES = 'server/db/seed-content/'
const LINK =
  /\]\(\s*<?([^)\s>]+)>?(?:\s+["'(][^)]*)?\)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?|<(?:img|a)\b[^>]*?\b(?:src|href)="([^"]+)"/g
const HEADING = /^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/

/** Returns the lines of a document, those of fenced blocks empty. */
function proseOf(text: string): string[] {
  let fence: string | undefined
  return text.split('\n').map((line) => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    const isCode = fence !== undefined || mark !== undefined
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    return isCode ? '' : line
  })
}

/** Returns the anchors that GitHub gives to the headings of a document, and those that are written out. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of proseOf(text)) {
    for (const [, id = ''] of line.matchAll(/<\w+[^>]* (?:id|name)="([^"]+)"/g)) anchors.add(id)
    const heading = HEADING.exec(line)?.[1]
      ?.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
    if (heading === undefined) continue
    const slug = heading.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

function isDead(link: string, from: string, { files, folders, read }: Repository): boolean {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) return false
  const [where = '', anchor = ''] = link.split('#', 2).map((part) => decodeURIComponent(part))
  if (from.startsWith(PAGES)) {
    const page = `-${where.replace('/content/', '')}.md`
    return where.startsWith('/content/')
      ? !files.some((file) => file.startsWith(`${PAGES}en/`) && file.endsWith(page))
      : !read('web/routes.ts').includes(`route('${where.slice(1)}'`)
  }
  const file = where.replace(/\?.*$/, '')
  const folder = file.startsWith('/') ? '' : posix.dirname(from)
  const target = file === '' ? from : posix.join(folder, file).replace(/^\/|\/$/g, '')
  if (!files.includes(target) && !folders.has(target) && target !== '.') return true
  return anchor !== '' && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor)
}

/** Checks that links of the documents resolve, and that the paths named in the documents about the code exist. */
function checkLinks(repository: Repository): Problem[] {
  const told = /^(?!(?:build|data|node_modules|\.react-router)\/)[\w.@+-]+(\/[\w.@+-]+)*\/[\w@+-][\w.@+-]*\.[a-z]\w*$/i
  return repository.files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      proseOf(repository.read(file)).flatMap((text, index) => {
        const links = [...text.replaceAll(/`[^`]*`/g, '``').matchAll(LINK)].map(
          (match) => match[1] ?? match[2] ?? match[3] ?? '',
        )
        const named = /^(ARCHITECTURE|CONTRIBUTING)\.md$/.test(file)
          ? namesIn(text).filter((name) => told.test(name) && !repository.files.includes(name))
          : []
        const gone = [
          ...links.filter((link) => isDead(link, file, repository)).map((link) => `the link to ${link} leads nowhere`),
          ...named.map((name) => `speaks of ${name}, which does not exist`),
        ]
        return gone.map((problem) => ({ path: file, line: index + 1, text: problem }))
      }),
    )
}

/** Returns every problem of a repository, sorted by path and line. */
export function checkArchitecture(repository: Repository): Problem[] {
  const rules = readRules(repository.read('ARCHITECTURE.md'))
  return [
    ...checkImports(repository, rules),
    ...checkRings(repository),
    ...checkPlaces(repository, rules),
    ...checkSides(repository),
    ...checkReads(repository),
    ...checkEnvironment(repository),
    ...checkLinks(repository),
  ].toSorted((one, other) => one.path.localeCompare(other.path) || one.line - other.line)
}

if (import.meta.main) {
  const problems = checkArchitecture(readRepository(join(import.meta.dirname, '..')))
  for (const { path: file, line, text } of problems) console.log(`${file}:${line}  ${text}`)
  if (problems.length > 0) process.exitCode = 1
}
