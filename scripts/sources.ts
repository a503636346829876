import { globSync, readFileSync } from 'node:fs'
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

interface Found {
  value: string
  line: number
}

/** Facts of a source file. */
export interface Source {
  imports: Import[]
  /** String literals. */
  strings: Found[]
  /** Object keys of the form "feature.act": endpoints of the contract, and their handlers. */
  keys: Found[]
  error: string | undefined
}

export interface Repository {
  /** Every file that git tracks or would track, relative to the root, with forward slashes, sorted. */
  files: string[]
  /** Their parent folders, without a trailing slash. */
  folders: Set<string>
  sources: Map<string, Source>
  read: (file: string) => string
}

/** Parses one source file with the parser of the build tool: TypeScript, type imports included. */
export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  const source: Source = { imports: [], strings: [], keys: [], error: errors[0]?.message }
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  const addImport = (from: unknown, start: number, isType: boolean, isDynamic = false): void => {
    const name = (from as { value?: unknown } | null)?.value
    // React Router writes the types of a page.
    if (typeof name !== 'string' || name.includes('/+types/')) return
    const target = path.posix.join(path.posix.dirname(file), name.replace(/\?.*$/, ''))
    const line = lineAt(start)
    source.imports.push({ name, file: name.startsWith('.') ? target : undefined, line, isType, isDynamic })
  }
  new Visitor({
    ImportDeclaration: ({ source: from, start, importKind }) => addImport(from, start, importKind === 'type'),
    ExportNamedDeclaration: ({ source: from, start, exportKind }) => addImport(from, start, exportKind === 'type'),
    ExportAllDeclaration: ({ source: from, start, exportKind }) => addImport(from, start, exportKind === 'type'),
    ImportExpression: ({ source: from, start }) => addImport(from, start, false, true),
    TSImportType: ({ source: from, start }) => addImport(from, start, true),
    Literal: ({ value, start }) => {
      if (typeof value === 'string') source.strings.push({ value, line: lineAt(start) })
    },
    Property: ({ key, start }) => {
      if (key.type !== 'Literal' || typeof key.value !== 'string' || !/^\w+\.\w+$/.test(key.value)) return
      source.keys.push({ value: key.value, line: lineAt(start) })
    },
  }).visit(program)
  return source
}

/** Returns the paths of all files in a folder but those that `.gitignore` names, in order. Needs no git, so that an unpacked archive will do. */
export function listFiles(root: string): string[] {
  const lines = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const ignored = lines.map((line) => (line.startsWith('/') ? line.slice(1) : `**/${line}`).replace(/\/$/, ''))
  const patterns = ['**', '**/.*', '**/.*/**']
  return globSync(patterns, { cwd: root, withFileTypes: true, exclude: ['.git', ...ignored] })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Reads the repository in a folder. */
export function readRepository(root: string): Repository {
  const files = listFiles(root)
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const sources = new Map(
    files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => [file, parseSource(file, read(file))]),
  )
  return { files, folders: foldersOf(files), sources, read }
}

/** Returns every folder above these files. */
export function foldersOf(files: string[]): Set<string> {
  const folders = new Set<string>()
  for (const file of files)
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) folders.add(folder)
  return folders
}
