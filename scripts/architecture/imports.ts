import { type Problem, type Repository, covers, isForTests, isTest } from './files.ts'
import type { Import } from './source.ts'
import { type Table, table } from './table.ts'

const areaOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '*.config.ts')
const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
/** `zod/v4` belongs to the package zod, `@fastify/cors/x` to @fastify/cors. */
const packageOf = (name: string): string =>
  name.startsWith('node:') ? name : name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** The feature that a file belongs to, on either side. */
const featureOf = (file: string): string | undefined => /^(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1]

const isPage = ({ sources }: Repository, file: string): boolean =>
  (sources.get('web/routes.ts')?.strings ?? []).some(({ value }) => `web/${value}` === file)

function crossesArea(from: string, { file, name, isType }: Import, { areas, testing }: Table): string | undefined {
  const area = areaOf(from)
  const rule = areas[area]
  if (!rule) return undefined
  if (file === undefined) {
    const allowed = [...(rule.packages ?? ['*']), ...(isTest(from) ? [...testing, ...(rule.tests ?? [])] : [])]
    const refused = rule.never?.includes(packageOf(name)) || !allowed.some((pattern) => fits(pattern, packageOf(name)))
    return refused
      ? `${area} may not use ${name}; it may use ${rule.packages === undefined ? `anything but ${rule.never?.join(', ')}` : rule.packages.join(', ') || 'no package'}`
      : undefined
  }
  const allowed = [...rule.from, ...(isTest(from) ? (rule.tests ?? []) : [])]
  if (allowed.some((entry) => covers(entry, file))) return undefined
  if (rule.types?.some((entry) => covers(entry, file))) {
    return isType
      ? undefined
      : `imports ${file} at run time; ${area} may take only its types: write "import type { … }" for the whole statement`
  }
  return `${area} may not import ${file}; it may import ${[...rule.from, ...(rule.types ?? []).map((entry) => `types of ${entry}`)].join(', ') || 'nothing of the app'}`
}

const layerOf = (file: string, layers: string[][], area: string): number =>
  layers.findIndex((layer) => layer.some((entry) => covers(`${area}/${entry}`, file)))

function goesUp(from: string, { file }: Import, { layers }: Table): string | undefined {
  const area = areaOf(from)
  const order = layers[area]
  if (!order || file === undefined || !file.startsWith(`${area}/`) || isTest(from)) return undefined
  const above = layerOf(from, order, area)
  const below = layerOf(file, order, area)
  if (above === -1 || below === -1 || above <= below) return undefined
  return `imports ${file}, which lies above it; imports go down: ${order.map((layer) => (layer.length > 2 ? `${layer[0]} …` : layer.join(', '))).join(' → ')}. Move what both need further down, or pass it in`
}

function crossesFeature(from: string, { file }: Import, repository: Repository, rules: Table): string | undefined {
  const own = featureOf(from)
  const other = file === undefined ? undefined : featureOf(file)
  if (own === undefined || other === undefined || own === other || file === undefined || isTest(from)) return undefined
  const rank = (name: string): number => rules.features.findIndex((names) => names.includes(name))
  if (rank(other) >= rank(own) || rank(other) === -1) {
    return `the feature ${own} may not import from ${other}; the order is ${rules.features.map((names) => names.join(', ')).join(' ← ')}`
  }
  const role = /^server\/.*\.(\w+)\.ts$/.exec(file)?.[1]
  if (role !== undefined && rules.roles[role] !== 'shared')
    return `imports ${file}; another feature's ${role} are its own, take its rules or queries`
  if (isPage(repository, file))
    return `imports ${file}, a page of another feature; move the shared component to a file of its own`
  return undefined
}

function importsTests(from: string, { file, isDynamic }: Import): string | undefined {
  if (file === undefined || !isForTests(file) || isTest(from) || /^(e2e|bench)\//.test(from)) return undefined
  if (from === 'server/main.ts' && isDynamic && file === 'server/test/demo.ts') return undefined
  return `imports ${file}, which is for tests; e2e and bench may too, and server/main.ts the demo with import()`
}

/** Every import against the table: areas, layers, features, and what is for tests alone. */
export function checkImports(repository: Repository, rules: Table = table): Problem[] {
  return [...repository.sources].flatMap(([path, { imports }]) =>
    imports.flatMap((one) => {
      const text =
        crossesArea(path, one, rules) ??
        importsTests(path, one) ??
        goesUp(path, one, rules) ??
        crossesFeature(path, one, repository, rules)
      return text === undefined ? [] : [{ path, line: one.line, text }]
    }),
  )
}
