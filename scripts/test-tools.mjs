// The programs that the tests need beside the dependencies: a browser and PostgreSQL. Those of the system are used where there
// are such; otherwise they are fetched into folders of the user, without root.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

function hasChromium() {
  const places = [process.env.CHROMIUM_PATH, ...readJson('scripts/chromium.json').places]
  return places.some((place) => place && existsSync(place))
}

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL) return true
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(path.delimiter),
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

/**
 * Fetches the PostgreSQL that `server/test/fetched-postgres.json` pins, unless it is there, and runs it once: its programs need the C
 * library of common Linux systems. `server/test/postgres.ts` finds it in its folder. Throws when that fails.
 */
function fetchPostgres(npm) {
  const { package: scope, version, folder } = readJson('server/test/fetched-postgres.json')
  const name = `${scope}/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const place = path.join(folder, 'node_modules', name)
  const initdb = path.join(root, place, 'native/bin/initdb')
  const isThere =
    existsSync(path.join(root, place, 'package.json')) && readJson(`${place}/package.json`).version === version
  if (!isThere) {
    console.error(`> fetching PostgreSQL for the tests (${name} ${version})`)
    const options = [
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
    // In its folder: with `--prefix` npm would not read the settings of the machine.
    npm(['install', ...options, `${name}@${version}`], folder)
    linkLibraries(path.join(root, place))
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

/** Installs the system's packages: only as root on Debian, in CI or with `INSTALL=apt`. Returns whether it did. */
function installPackages(names, stdio) {
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isDebian || (process.env.INSTALL !== 'apt' && process.env.CI !== 'true')) return false
  console.error(`> installing ${names.join(' and ')} for the tests`)
  const command = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${names.join(' ')} >/dev/null`
  return succeeds(() => execFileSync('sh', ['-c', command], { stdio }))
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
      fetch: installBrowser,
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
  if (installPackages(names, stdio)) return
  const absent = missing.filter(({ fetch }) => !succeeds(fetch))
  if (absent.length === 0) return
  const list = absent.map(({ otherwise }) => otherwise).join(' and ')
  console.error(`The tests need ${list}: none is installed, and fetching it failed.`)
  process.exit(1)
}
