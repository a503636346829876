import { type Problem, type Repository, covers, isTest } from './files.ts'
import { layerOf } from './imports.ts'
import { type Table, table } from './table.ts'

/** `prayers.rules.test.ts` → `prayers.rules.ts`. */
const tested = (file: string): string => file.replace(/\.test(\.tsx?)$/, '$1')

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

function misplaced(file: string, rules: Table): string | undefined {
  const [folder = '', name = '', ...rest] = file.split('/')
  const order = rules.layers[folder]
  if (!order) return undefined
  if (layerOf(tested(file), rules) === -1) {
    const places = order.flatMap(([entries]) => entries).join(', ')
    return `has no place in ${folder}/, which holds ${places}. Put it in one of its folders, or give it a layer in the table`
  }
  if (name !== 'features') return undefined
  const [area = '', feature = '', ...inside] = rest
  if (inside.length === 0 || !rules.areas.includes(area)) {
    return `lies in no area; ${folder}/features/ holds <area>/<feature>/, with an area of ${rules.areas.join(', ')}`
  }
  const odd = [feature, ...inside.slice(0, -1)].find((one) => !KEBAB.test(one))
  if (odd !== undefined) return `lies in ${odd}; folders are named in kebab-case`
  if (folder !== 'server') return undefined
  const role = /^[^.]+\.([^.]+)\.ts$/.exec(tested(inside.at(-1) ?? ''))?.[1]
  if (role === undefined || role === 'test' || Object.hasOwn(rules.roles, role)) return undefined
  return `has a role that nobody knows; roles are ${Object.keys(rules.roles).join(', ')}, everything else is named <subject>.ts`
}

/** Checks that files have the place and the role that the table names, and that no folder has a meaningless name. */
export function checkPlaces(repository: Repository, rules: Table = table): Problem[] {
  const files = repository.files.flatMap((path) => {
    const text = misplaced(path, rules)
    return text === undefined ? [] : [{ path, line: 1, text }]
  })
  const folders = [...repository.folders].flatMap((path) => {
    const name = path.split('/').at(-1) ?? ''
    if (!rules.emptyNames.includes(name)) return []
    return [{ path, line: 1, text: `a folder called ${name} says nothing of what is inside; name it after that` }]
  })
  return [...files, ...folders]
}

/** Checks that long files state a reason among their first five lines. */
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

/**
 * Checks that every group of endpoints has its schemas and its handlers, and every feature of the pages its server
 * side, under one name.
 */
export function checkSides({ files, sources, folders }: Repository): Problem[] {
  const at = 'contract/endpoints.ts'
  const first = new Map<string, number>()
  for (const { name, line } of sources.get(at)?.endpoints ?? []) {
    const subject = (name.split('.')[0] ?? '').replaceAll('_', '-')
    if (!first.has(subject)) first.set(subject, line)
  }
  const missing = [...first].flatMap(([subject, line]): Problem[] => {
    const handlers = new RegExp(`^server/features/[^/]+/[^/]+/${subject}\\.routes\\.ts$`)
    const needed = [
      files.includes(`contract/${subject}.ts`) ? '' : `contract/${subject}.ts, with its schemas`,
      files.some((file) => handlers.test(file))
        ? ''
        : `server/features/<area>/<feature>/${subject}.routes.ts, with its handlers`,
    ]
    return needed
      .filter(Boolean)
      .map((what) => ({ path: at, line, text: `${subject} is missing on one side: add ${what}` }))
  })
  const alone = [...folders]
    .filter((folder) => /^web\/features\/[^/]+\/[^/]+$/.test(folder))
    .filter((folder) => !folders.has(folder.replace('web', 'server')))
    .map((path) => ({
      path,
      line: 1,
      text: `has no ${path.replace('web', 'server')}/; use the name of the feature whose calls it makes`,
    }))
  return [...missing, ...alone]
}

const FREE = /^(scripts|bench|e2e)\/|^[^/]+$/

/** Checks that settings are read in one place, and that the differences between the two engines stay in one folder. */
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
