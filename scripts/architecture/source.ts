import path from 'node:path'
import { Visitor, parseSync } from 'vite'

export interface Import {
  /** Specifier, as written. */
  name: string
  /** Path from the root; undefined for a package. */
  file: string | undefined
  line: number
  /** True for `import type` and `export type`, which are erased at run time. */
  isType: boolean
  isDynamic: boolean
}

/** Facts of a source file that the rules need. */
export interface Source {
  imports: Import[]
  /** Reads of `process.env`, with the name of the setting; '' where the whole is used. */
  environment: { name: string; line: number }[]
  /** Lines that read the `name` of an engine. */
  engines: number[]
  /** String literals. */
  strings: { value: string; line: number }[]
  /** Endpoints of the contract: objects with a method, a path and an access under a key of the form "feature.act". */
  endpoints: { name: string; access: string; line: number }[]
  /**
   * Object keys of the form "feature.act": among others, kinds of jobs where they are declared (some as `hourly`) and
   * handled.
   */
  keys: { value: string; line: number; isHourly: boolean }[]
  /** Kinds of jobs that are queued: `addJob('feature.act', …)`. */
  queued: { value: string; line: number }[]
  error: string | undefined
}

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const [only, ...more] = node.quasis as { value: { cooked: string } }[]
  return more.length === 0 ? only?.value.cooked : undefined
}

const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node.name === name

/** Returns the name of a member: `a.name` or `a['name']`. */
const memberOf = (node: unknown): string | undefined => {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined
  if (node.computed === true) return textOf(node.property)
  return isNode(node.property) ? String(node.property.name) : undefined
}

const isProcessEnv = (node: unknown): boolean =>
  isNode(node) && memberOf(node) === 'env' && isNamed(node.object, 'process')

function resolve(file: string, name: string): string | undefined {
  if (!name.startsWith('.')) return undefined
  return path.posix.join(path.posix.dirname(file), name.replace(/\?.*$/, ''))
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const after = starts.findIndex((start) => start > offset)
    return after === -1 ? starts.length : after
  }
}

/** Parses one source file with the parser of the build tool: TypeScript, type imports included. */
export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  const lineAt = lineFinder(text)
  const source: Source = {
    imports: [],
    environment: [],
    engines: [],
    strings: [],
    endpoints: [],
    keys: [],
    queued: [],
    error: errors[0]?.message,
  }
  const wholes = new Map<number, number>()
  const addImport = (from: unknown, start: number, { isType = false, isDynamic = false }): void => {
    const name = textOf(from)
    if (name === undefined || name.includes('/+types/')) return
    source.imports.push({ name, file: resolve(file, name), line: lineAt(start), isType, isDynamic })
  }
  new Visitor({
    ImportDeclaration: (node) => {
      addImport(node.source, node.start, { isType: node.importKind === 'type' })
      if (!/^(node:)?process$/.test(node.source.value)) return
      for (const specifier of node.specifiers) {
        if (specifier.type === 'ImportSpecifier' && isNamed(specifier.imported, 'env'))
          source.environment.push({ name: '', line: lineAt(node.start) })
      }
    },
    ExportNamedDeclaration: (node) => {
      if (node.source) addImport(node.source, node.start, { isType: node.exportKind === 'type' })
    },
    ExportAllDeclaration: (node) => addImport(node.source, node.start, { isType: node.exportKind === 'type' }),
    ImportExpression: (node) => addImport(node.source, node.start, { isDynamic: true }),
    TSImportType: (node) => addImport(node.source, node.start, { isType: true }),
    MemberExpression: (node) => {
      if (isProcessEnv(node)) wholes.set(node.start, lineAt(node.start))
      // A parent is visited before its children, so a read of one setting is recorded before the whole object inside
      // it.
      if (isProcessEnv(node.object)) source.environment.push({ name: memberOf(node) ?? '?', line: lineAt(node.start) })
      if (memberOf(node) === 'name' && (isNamed(node.object, 'engine') || memberOf(node.object) === 'engine'))
        source.engines.push(lineAt(node.start))
    },
    'MemberExpression:exit': (node) => {
      if (isProcessEnv(node.object)) wholes.delete(node.object.start)
    },
    VariableDeclarator: (node) => {
      if (!isNamed(node.init, 'process') || node.id.type !== 'ObjectPattern') return
      const taken = node.id.properties.some((property) => property.type === 'Property' && isNamed(property.key, 'env'))
      if (taken) source.environment.push({ name: '', line: lineAt(node.start) })
    },
    CallExpression: (node) => {
      const kind = textOf(node.arguments[0])
      if (memberOf(node.callee) === 'addJob' && kind !== undefined)
        source.queued.push({ value: kind, line: lineAt(node.start) })
    },
    Literal: (node) => {
      if (typeof node.value === 'string') source.strings.push({ value: node.value, line: lineAt(node.start) })
    },
    Property: (node) => {
      const name = textOf(node.key)
      if (name === undefined || !/^\w+\.\w+$/.test(name)) return
      source.keys.push({ value: name, line: lineAt(node.start), isHourly: isNamed(node.value, 'hourly') })
      if (node.value.type !== 'ObjectExpression') return
      const facts = new Map(
        node.value.properties.map((member) =>
          member.type === 'Property' && member.key.type === 'Identifier'
            ? [member.key.name, textOf(member.value)]
            : ['', undefined],
        ),
      )
      const access = facts.get('access')
      if (facts.get('method') === undefined || facts.get('path') === undefined || access === undefined) return
      source.endpoints.push({ name, access, line: lineAt(node.start) })
    },
  }).visit(program)
  for (const line of wholes.values()) source.environment.push({ name: '', line })
  return source
}
