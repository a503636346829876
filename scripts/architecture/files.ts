import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Source, parseSource } from './source.ts'
import { type Table, table } from './table.ts'

/** A violation: its file, its description, and how to correct it. */
export interface Problem {
  path: string
  line: number
  text: string
}

export interface Repository {
  /** Every file that git tracks or would track, relative to the root, with forward slashes, sorted. */
  files: string[]
  /** Their parent folders, without a trailing slash. */
  folders: Set<string>
  /** Imports and other facts of the source files. */
  sources: Map<string, Source>
  has: (file: string) => boolean
  read: (file: string) => string
}

const NOT_WALKED = new Set(['.git', 'node_modules', 'build', 'data', '.react-router'])

function listed(root: string): string[] {
  const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (git.status === 0) {
    const names = new Set(git.stdout.split('\0').filter(Boolean))
    return [...names].filter((name) => existsSync(path.join(root, name)) && statSync(path.join(root, name)).isFile())
  }
  const walk = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) return NOT_WALKED.has(name) ? [] : walk(name)
      return entry.isFile() ? [name] : []
    })
  return walk('')
}

/** Reads the repository, or the folder when it is not in git. */
export function readRepository(root: string): Repository {
  const files = listed(root).toSorted()
  const known = new Set(files)
  const folders = new Set<string>()
  for (const file of files) {
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) folders.add(folder)
  }
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
  const sources = new Map(
    files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => [file, parseSource(file, read(file))]),
  )
  return { files, folders, sources, has: (file) => known.has(file), read }
}

/** True if an entry of the table is this file, its folder, or a pattern that matches it: `contract/*.values.ts`. */
export function covers(entry: string, file: string): boolean {
  if (entry.endsWith('/')) return file.startsWith(entry)
  const [start, end] = entry.split('*')
  if (start === undefined || end === undefined) return file === entry
  return file.startsWith(start) && file.endsWith(end) && !file.slice(start.length, -end.length).includes('/')
}

/** True if only tests may import the file. */
export const isForTests = (file: string, { forTests }: Table = table): boolean =>
  forTests.some((entry) => covers(entry, file))

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || isForTests(file)
