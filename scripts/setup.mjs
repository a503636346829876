// Prepares a fresh clone: dependencies, build, and for the tests a browser and PostgreSQL. Runs on any Node that `engines` of
// package.json allows, before the pinned one is installed. Skips each step when nothing that it depends on has changed. Writes
// to standard error only, because the program that runs afterwards may be part of a pipe. `node scripts/setup.mjs [--build] [--browser] [--postgres]`.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { installPackages, provideEngines, provideTestTools } from './test-tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** Keeps standard output clean and standard input unread. */
const stdio = ['ignore', 2, 2]

const hashOf = (files) =>
  files.reduce((hash, file) => hash.update(file).update(readFileSync(file)), createHash('sha256')).digest('hex')

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
        .toSorted()
    : []

function once(stamp, key, what, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  const folder = path.dirname(stamp)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    console.error(`This user may not write to ${folder}. Run the same command once as the user who may: ${what}.`)
    process.exit(1)
  }
  console.error(`> ${what}`)
  // Else what is cut off halfway counts as done for the version before, when somebody goes back to it.
  rmSync(stamp, { force: true })
  work()
  writeFileSync(stamp, key)
}

const npm = (args, cwd = root) => {
  const cli = process.env.npm_execpath
  if (cli) execFileSync(process.execPath, [cli, ...args], { stdio, cwd })
  else execFileSync('npm', args, { stdio, cwd, shell: process.platform === 'win32' })
}

/** Returns the Node that package.json pins: the platform package that npm has installed. */
export function pinnedNode() {
  const packages = Object.keys(readJson('package.json').optionalDependencies)
  const files = packages.flatMap((name) =>
    ['bin/node', 'bin/node.exe'].map((file) => path.join(root, 'node_modules', name, file)),
  )
  const found = files.find((file) => existsSync(file))
  if (found) return found
  console.error(`There is no pinned Node for ${process.platform} ${process.arch}: using ${process.version}.`)
  return process.execPath
}

/** Returns the path of a package's program. `node_modules/.bin` holds it too, but as a shell script on Windows. */
export function resolveBin(name, packageName = name) {
  const { bin } = readJson(`node_modules/${packageName}/package.json`)
  return path.join(root, 'node_modules', packageName, typeof bin === 'string' ? bin : bin[name])
}

const nodeRuns = () => spawnSync(pinnedNode(), ['--version'], { stdio: 'ignore' }).status === 0

/** Where the library that the pinned Node needs lies, when it was fetched without root. */
const libraries = path.join(root, 'node_modules/.cache/libraries')

/** Lets this process, and whatever it starts, find the library that was fetched. */
function useLibraries() {
  const file = filesIn(libraries).find((name) => name.includes('/libatomic.so'))
  if (file) process.env.LD_LIBRARY_PATH = [path.dirname(file), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
}

/** The pinned Node needs a library that the smallest systems lack. Ends the process where it is not to be had. */
function provideLibraries() {
  if (nodeRuns() || (installPackages(['libatomic1'], 'the pinned Node', stdio) && nodeRuns())) return
  mkdirSync(libraries, { recursive: true })
  const unpack = 'apt-get download -qq libatomic1 && dpkg-deb -x libatomic1_*.deb .'
  if (spawnSync('sh', ['-c', unpack], { cwd: libraries, stdio: 'ignore' }).status === 0) useLibraries()
  if (nodeRuns()) return
  console.error(
    'The pinned Node cannot be executed here; it needs libatomic.so.1 (Debian: apt-get install libatomic1).',
  )
  process.exit(1)
}

function compress() {
  for (const file of filesIn('build/client').filter((name) => /\.(js|css|svg|json|webmanifest|txt)$/.test(name))) {
    const bytes = readFileSync(file)
    if (bytes.length < 1024) continue
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function build() {
  const sources = [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    ...['contract', 'messages', 'web', 'public'].flatMap(filesIn),
  ]
  once('build/.setup-stamp', hashOf(sources), 'building the web application', () => {
    const program = resolveBin('react-router', '@react-router/dev')
    const { status, signal } = spawnSync(pinnedNode(), [program, 'build', '--logLevel', 'warn'], { stdio })
    if (status !== 0) {
      const reason =
        signal === 'SIGKILL' ? 'the system ended it, as it does when memory runs out' : 'the lines above say why'
      console.error(`The pages couldn’t be built: ${reason}.`)
      process.exit(1)
    }
    compress()
  })
}

/** Runs the set-up of a task: always the dependencies, and those of `build`, `browser`, `postgres`, `engines` that `needs` names. */
export function setUp(needs) {
  process.chdir(root)
  const oldest = readJson('package.json').engines.node.replace('>=', '')
  if (Number(process.versions.node.split('.')[0]) < Number(oldest)) {
    console.error(`Oremus needs Node ${oldest} or newer to set itself up; this is ${process.version}.`)
    process.exit(1)
  }
  once('node_modules/.setup-stamp', hashOf(['package-lock.json']), 'installing dependencies (npm ci)', () => {
    try {
      // Else npm leaves out what builds the pages where NODE_ENV is production.
      npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    } catch (error) {
      if (error.code === 'ENOENT') throw error
      console.error(
        'npm couldn’t install what Oremus needs: its lines above say why. This takes a network and some 600 MB of disk.',
      )
      process.exit(1)
    }
    provideLibraries()
  })
  useLibraries()
  const installBrowser = () => execFileSync(pinnedNode(), [resolveBin('playwright'), 'install', 'chromium'], { stdio })
  provideTestTools(needs, { npm, installBrowser, stdio })
  if (needs.includes('engines')) provideEngines(stdio)
  if (needs.includes('build')) build()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp(['build', 'browser', 'postgres'].filter((need) => process.argv.includes(`--${need}`)))
}
