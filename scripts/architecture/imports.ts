import { ring } from './cycles.ts'
import { type Problem, type Repository, covers, isForTests, isTest } from './files.ts'
import type { Import } from './source.ts'
import { type Table, table } from './table.ts'

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '*.config.ts')
const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
/** Returns the package of a specifier: `zod/v4` → zod, `@fastify/cors/x` → @fastify/cors. */
const packageOf = (name: string): string =>
  name.startsWith('node:') ? name : name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Returns the area and the feature of a file, on either side. */
function featureOf(file: string): { area: string; feature: string } | undefined {
  const [, area, feature] = /^(?:server|web)\/features\/([^/]+)\/([^/]+)\//.exec(file) ?? []
  return area === undefined || feature === undefined ? undefined : { area, feature }
}

function crossesFolder(from: string, { file, name, isType }: Import, { folders, testing }: Table): string | undefined {
  const folder = folderOf(from)
  const rule = folders[folder]
  if (!rule) return undefined
  if (file === undefined) {
    const allowed = [...(rule.packages ?? ['*']), ...(isTest(from) ? [...testing, ...(rule.tests ?? [])] : [])]
    const refused = rule.never?.includes(packageOf(name)) || !allowed.some((pattern) => fits(pattern, packageOf(name)))
    return refused
      ? `${folder} may not use ${name}; it may use ${rule.packages === undefined ? `anything but ${rule.never?.join(', ')}` : rule.packages.join(', ') || 'no package'}`
      : undefined
  }
  const allowed = [...rule.from, ...(isTest(from) ? (rule.tests ?? []) : [])]
  if (allowed.some((entry) => covers(entry, file))) return undefined
  if (rule.types?.some((entry) => covers(entry, file))) {
    return isType
      ? undefined
      : `imports ${file} at run time; ${folder} may take only its types: write "import type { … }" for the whole statement`
  }
  return `${folder} may not import ${file}; it may import ${[...rule.from, ...(rule.types ?? []).map((entry) => `types of ${entry}`)].join(', ') || 'nothing of the app'}`
}

/** Returns the index of the layer of a file; -1 when it has none. The most specific entry wins. */
export function layerOf(file: string, { layers }: Table): number {
  const folder = folderOf(file)
  const order = layers[folder] ?? []
  const exact = order.findIndex(([entries]) => entries.some((entry) => `${folder}/${entry}` === file))
  return exact === -1
    ? order.findIndex(([entries]) => entries.some((entry) => covers(`${folder}/${entry}`, file)))
    : exact
}

/** Checks the files of enumerations and limits, which the browser loads too: they must not import the validator. */
function loadsMore(from: string, { file, name }: Import): string | undefined {
  if (!covers('contract/*.values.ts', from) || (file !== undefined && covers('contract/*.values.ts', file)))
    return undefined
  return `imports ${file ?? name}; a values file is free of zod and imports other contract/*.values.ts only`
}

function goesUp(from: string, { file }: Import, rules: Table): string | undefined {
  const folder = folderOf(from)
  const order = rules.layers[folder]
  if (!order || file === undefined || !file.startsWith(`${folder}/`) || isTest(from)) return undefined
  const above = layerOf(from, rules)
  const below = layerOf(file, rules)
  if (above === -1 || below === -1 || above <= below) return undefined
  return `imports ${file}, which lies above it; imports go down: ${order.map(([entries]) => (entries.length > 2 ? `${entries[0]} …` : entries.join(', '))).join(' → ')}. Move what both need further down, or pass it in`
}

function crossesFeature(from: string, { file }: Import, { areas, roles }: Table): string | undefined {
  const own = featureOf(from)
  const other = file === undefined ? undefined : featureOf(file)
  if (own === undefined || other === undefined || file === undefined || isTest(from)) return undefined
  if (own.area === other.area && own.feature === other.feature) return undefined
  if (areas.indexOf(other.area) > areas.indexOf(own.area)) {
    return `the area ${own.area} may not import from ${other.area}; the order is ${areas.join(' ← ')}`
  }
  const role = /^server\/.*\.(\w+)\.ts$/.exec(file)?.[1]
  if (role !== undefined && roles[role] === 'own')
    return `imports ${file}; another feature's ${role} are its own, take its rules, queries or commands`
  return undefined
}

function importsPage(from: string, { file }: Import): string | undefined {
  if (!file?.startsWith('web/pages/') || from.startsWith('web/pages/') || from === 'web/routes.ts' || isTest(from))
    return undefined
  return `imports ${file}; only web/routes.ts and other pages compose pages`
}

function importsTests(from: string, { file, isDynamic }: Import): string | undefined {
  if (file === undefined || !isForTests(file) || isTest(from) || /^(e2e|bench)\/|\.config\.ts$/.test(from))
    return undefined
  if (from === 'server/main.ts' && isDynamic && file === 'server/test/demo.ts') return undefined
  return `imports ${file}, which is for tests; e2e, bench and the configuration of tools may too, and server/main.ts the demo with import()`
}

/** Reports import cycles between the features of one area, on either side. */
export function checkFeatureRings({ sources }: Repository): Problem[] {
  const graph = new Map<string, { to: string; path: string; line: number }[]>()
  for (const [path, { imports }] of sources) {
    const own = featureOf(path)
    if (own === undefined || isTest(path)) continue
    const side = folderOf(path)
    for (const { file, line } of imports) {
      const other = file === undefined ? undefined : featureOf(file)
      if (other === undefined || other.area !== own.area || other.feature === own.feature) continue
      const from = `${side}/features/${own.area}/${own.feature}`
      graph.set(from, [...(graph.get(from) ?? []), { to: `${side}/features/${own.area}/${other.feature}`, path, line }])
    }
  }
  return [...graph.keys()].flatMap((start) => {
    const way = ring(graph, start, new Set(graph.keys()))
    if (way.length === 0 || way.toSorted()[0] !== start) return []
    const { path = start, line = 1 } = graph.get(start)?.find(({ to }) => to === way[1]) ?? {}
    return [
      {
        path,
        line,
        text: `features of one area import each other in a ring: ${way.join(' → ')}. Merge them, or move what they share into one that imports none of them`,
      },
    ]
  })
}

/** Checks every import against the table: folders, layers, areas, features, and test-only files. */
export function checkImports(repository: Repository, rules: Table = table): Problem[] {
  return [...repository.sources].flatMap(([path, { imports }]) =>
    imports.flatMap((one) => {
      const text =
        crossesFolder(path, one, rules) ??
        loadsMore(path, one) ??
        importsTests(path, one) ??
        goesUp(path, one, rules) ??
        importsPage(path, one) ??
        crossesFeature(path, one, rules)
      return text === undefined ? [] : [{ path, line: one.line, text }]
    }),
  )
}
