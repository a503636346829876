import { type Problem, type Repository, covers, isTest } from './files.ts'
import { type Table, table } from './table.ts'

const featuresOf = ({ sources }: Repository): Set<string> =>
  new Set((sources.get('contract/endpoints.ts')?.endpoints ?? []).map(({ name }) => name.split('.')[0] ?? ''))

/** `prayers.rules.test.ts` → `prayers.rules.ts`. */
const tested = (file: string): string => file.replace(/\.test(\.tsx?)$/, '$1')

function misplaced(file: string, features: Set<string>, { tree, roles, features: order }: Table): string | undefined {
  const [area = '', name = '', ...rest] = file.split('/')
  const allowed = tree[area]
  if (!allowed) return undefined
  const entry = rest.length > 0 ? `${name}/` : tested(name)
  const ofFeature = area === 'contract' && rest.length === 0 && features.has(entry.replace(/\.ts$/, ''))
  // The schemas of people are shared by several features, whether or not they have calls of their own yet.
  const ofOrder = area === 'contract' && order.flat().includes(entry.replace(/\.ts$/, ''))
  if (!allowed.includes(entry) && !ofFeature && !ofOrder) {
    const places = allowed.join(', ') + (area === 'contract' ? ', <feature>.ts' : '')
    return `has no place in ${area}/, which holds ${places}. Put it in one of its folders, or name it in the table with its reason`
  }
  if (area !== 'server' || name !== 'features') return undefined
  const [feature = '', inner = '', ...deeper] = rest
  const role = inner.startsWith(`${feature}.`) ? inner.slice(feature.length + 1) : ''
  if (
    deeper.length === 0 &&
    (/^(\w[\w-]*\.)?test\.ts$/.test(role) || Object.hasOwn(roles, role.replace(/\.ts$/, '')))
  ) {
    return undefined
  }
  return `is no role of a feature; server/features/${feature}/ holds ${feature}.<role>.ts with a role of ${Object.keys(roles).join(', ')}, and tests`
}

/** Files have the place and the role that the table names, and no folder has a name that says nothing. */
export function checkPlaces(repository: Repository, rules: Table = table): Problem[] {
  const features = featuresOf(repository)
  const files = repository.files.flatMap((path) => {
    const text = misplaced(path, features, rules)
    return text === undefined ? [] : [{ path, line: 1, text }]
  })
  const folders = [...repository.folders].flatMap((path) => {
    const name = path.split('/').at(-1) ?? ''
    if (!rules.emptyNames.includes(name)) return []
    return [{ path, line: 1, text: `a folder called ${name} says nothing of what is inside; name it after that` }]
  })
  return [...files, ...folders]
}

/** Long files carry a written reason among their first five lines. */
export function checkSize({ files, read }: Repository, { longest }: Table = table): Problem[] {
  return files
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
    .flatMap((path) => {
      const lines = read(path).split('\n')
      const count = lines.at(-1) === '' ? lines.length - 1 : lines.length
      const hasReason = lines.slice(0, 5).some((line) => /(\/\/|\/\*) ?Over \d+ lines because \S/.test(line))
      if (count <= longest || hasReason) return []
      const text = `has ${count} lines; split it, or say why not in its first lines: "// Over ${longest} lines because …"`
      return [{ path, line: longest + 1, text }]
    })
}

/** Every feature of the contract has its folder on both sides, under the same name. */
export function checkSides({ files, sources, folders }: Repository, rules: Table = table): Problem[] {
  const at = 'contract/endpoints.ts'
  const endpoints = sources.get(at)?.endpoints ?? []
  const first = new Map(
    endpoints.map((endpoint) => [endpoint.name.split('.')[0] ?? '', endpoint.line] as const).toReversed(),
  )
  const missing = [...first].flatMap(([feature, line]): Problem[] => {
    const screen = endpoints.some(
      ({ name, access }) => name.startsWith(`${feature}.`) && (access === 'visitor' || access === 'member'),
    )
    const needed = [
      files.includes(`contract/${feature}.ts`) ? '' : `contract/${feature}.ts, with its schemas`,
      folders.has(`server/features/${feature}`) ? '' : `server/features/${feature}/, with its handlers`,
      !screen || folders.has(`web/features/${feature}`) || Object.hasOwn(rules.withoutScreen, feature)
        ? ''
        : `web/features/${feature}/, with what people see of it`,
    ]
    return needed
      .filter(Boolean)
      .map((what) => ({ path: at, line, text: `the feature ${feature} is missing on one side: add ${what}` }))
  })
  const alone = [...folders]
    .map((folder) => /^web\/features\/([^/]+)$/.exec(folder)?.[1])
    .filter((feature) => feature !== undefined)
    .filter((feature) => !folders.has(`server/features/${feature}`) && !Object.hasOwn(rules.withoutServer, feature))
    .map((feature) => ({
      path: `web/features/${feature}`,
      line: 1,
      text: `has no server/features/${feature}/; use the name of the feature whose calls it makes`,
    }))
  return [...missing, ...alone]
}

const FREE = /^(scripts|bench|e2e)\/|^[^/]+$/

/** Settings enter in one place, and what differs between the two engines stays in one folder. */
export function checkEnvironment({ sources }: Repository, rules: Table = table): Problem[] {
  return [...sources].flatMap(([path, { environment, engines }]) => {
    if (isTest(path) || FREE.test(path)) return []
    const allowed = rules.environment[path]
    const reads = environment
      .filter(({ name }) => allowed !== 'any' && !allowed?.includes(name))
      .map(({ name, line }) => ({
        path,
        line,
        text: `reads process.env${name && `.${name}`}; settings come from server/config.ts through the context`,
      }))
    if (rules.engine.some((entry) => covers(entry, path))) return reads
    const asks = engines.map((line) => ({
      path,
      line,
      text: `asks for the name of the database engine; hide the difference in server/db/ (${rules.engine.join(', ')} may ask)`,
    }))
    return [...reads, ...asks]
  })
}
