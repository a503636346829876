// The programs that the tests need beside the dependencies: a browser and PostgreSQL. Those of the system are used where there
// are such; otherwise they are fetched into folders of the user, without root.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** Returns whether the browser there can be executed; a system may have a sentence in its place, or lack its libraries. */
const runs = (place, env = process.env) =>
  Boolean(place) && existsSync(place) && succeeds(() => execFileSync(place, ['--version'], { env, stdio: 'ignore' }))

function hasChromium() {
  const { places, fetched } = readJson('scripts/chromium.json')
  const ofFetched = path.join(root, fetched.unpacked)
  return (
    [process.env.CHROMIUM_PATH, ...places].some((place) => runs(place)) ||
    runs(path.join(ofFetched, 'chromium'), { ...process.env, LD_LIBRARY_PATH: path.join(ofFetched, 'lib') })
  )
}

const searchPath = (process.env.PATH ?? '').split(path.delimiter)

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL) return true
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []),
    ...searchPath,
  ]
  return folders.some((folder) => existsSync(path.join(folder, 'initdb')))
}

/** Makes the links between the package's libraries, which npm packages cannot hold; its install script would do the same. */
function linkLibraries(folder) {
  const list = path.join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(folder, target)
    rmSync(link, { force: true })
    symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/** Fetches a package into a folder of its own, which no lock file knows. */
export function fetchPackage(npm, folder, name, version) {
  console.error(`> fetching ${name} ${version} for the tests`)
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  mkdirSync(folder, { recursive: true })
  // Of half a package npm says that it is there.
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  // In its folder: with `--prefix` npm would not read the settings of the machine.
  npm(['install', ...options, `${name}@${version}`], folder)
}

/** The fonts of the package beside those of the system. */
const fontsConf = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Fetches the browser that `scripts/chromium.json` pins, which its package holds compressed for Linux on x64, unpacks it once, and
 * drops the package. `scripts/chromium.ts` finds it. Throws when that fails.
 */
function fetchChromium(npm) {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('no package for this system')
  const { package: name, version, folder, unpacked } = readJson('scripts/chromium.json').fetched
  fetchPackage(npm, folder, name, version)
  const packed = path.join(folder, 'node_modules', name, 'bin')
  const unpack = (file) => brotliDecompressSync(readFileSync(path.join(packed, file)), { maxOutputLength: 2 ** 30 })
  const partly = `${unpacked}.part`
  rmSync(partly, { recursive: true, force: true })
  mkdirSync(partly, { recursive: true })
  for (const file of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
    execFileSync('tar', ['-x', '--no-same-owner', '-C', partly], { input: unpack(file) })
  writeFileSync(path.join(partly, 'fonts.conf'), fontsConf)
  writeFileSync(path.join(partly, 'chromium'), unpack('chromium.br'), { mode: 0o755 })
  rmSync(unpacked, { recursive: true, force: true })
  renameSync(partly, unpacked)
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
  if (!hasChromium()) throw new Error('it cannot be executed here')
}

/**
 * Fetches the PostgreSQL that `server/test/fetched-postgres.json` pins, unless it is there, and runs it once: its programs need the C
 * library of common Linux systems. `server/test/postgres.ts` finds it in its folder. Throws when that fails.
 */
function fetchPostgres(npm) {
  const { package: scope, version, folder } = readJson('server/test/fetched-postgres.json')
  const name = `${scope}/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const place = path.join(folder, 'node_modules', name)
  const initdb = path.join(root, place, 'native/bin/initdb')
  // Written last: what was cut off is fetched anew.
  const whole = path.join(folder, 'whole')
  if (!existsSync(whole) || readFileSync(whole, 'utf8') !== version) {
    rmSync(whole, { force: true })
    fetchPackage(npm, folder, name, version)
    linkLibraries(path.join(root, place))
    writeFileSync(whole, version)
  }
  // As root the tests run it as another user, who must reach it.
  const [program, ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'nobody', '--', initdb] : [initdb]
  execFileSync(program, [...args, '--version'], { stdio: 'pipe' })
}

/** Returns whether the work ended without an error. */
function succeeds(work) {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Installs packages of the system, where the process may: as root on Debian. Returns whether it did. */
export function installPackages(names, purpose, stdio) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.error(`> installing ${names.join(' and ')} for ${purpose}, from the packages of the system`)
  const command = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${names.join(' ')} >/dev/null`
  return succeeds(() => execFileSync('sh', ['-c', command], { stdio }))
}

/** Provides Debian's Firefox and WebKit. Where that fails, a sentence says that their tests are left out. */
export function provideEngines(stdio) {
  const missing = Object.values(readJson('scripts/engines.json'))
    .flatMap(Object.entries)
    .filter(([program]) => !searchPath.some((folder) => existsSync(path.join(folder, program))))
  const names = missing.map(([, name]) => name)
  if (names.length === 0 || installPackages(names, 'the tests', stdio)) return
  console.error(`Left out: what ${names.join(' and ')} would show (Debian: apt-get install ${names.join(' ')}).`)
}

/**
 * Provides what is missing of `needs` (`browser`, `postgres`). `npm` runs npm with arguments in a folder, `installBrowser` the install
 * command of Playwright; both throw when they fail. Ends the process with a sentence when a program is neither there nor to be had.
 */
export function provideTestTools(needs, { npm, installBrowser, stdio }) {
  const tools = [
    {
      need: 'browser',
      isThere: hasChromium,
      apt: 'chromium-headless-shell',
      fetch: () => succeeds(() => fetchChromium(npm)) || installBrowser(),
      otherwise: 'a browser (Debian: apt-get install chromium-headless-shell; or its path in CHROMIUM_PATH)',
    },
    {
      need: 'postgres',
      isThere: hasPostgres,
      apt: 'postgresql',
      fetch: () => fetchPostgres(npm),
      otherwise:
        'PostgreSQL (Debian: apt-get install postgresql; or a server on which databases may be created in TEST_DATABASE_URL)',
    },
  ]
  const missing = tools.filter(({ need, isThere }) => needs.includes(need) && !isThere())
  if (missing.length === 0) return
  const names = missing.map(({ apt }) => apt)
  if (process.env.INSTALL === 'apt' && installPackages(names, 'the tests', stdio)) return
  const absent = missing.filter(({ fetch, apt }) => !succeeds(fetch) && !installPackages([apt], 'the tests', stdio))
  if (absent.length === 0) return
  const list = absent.map(({ otherwise }) => otherwise).join(' and ')
  console.error(`The tests need ${list}: none is installed, and fetching it failed.`)
  process.exit(1)
}
