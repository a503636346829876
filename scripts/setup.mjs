// Makes a fresh clone ready: dependencies, build, and for the tests a browser and PostgreSQL. Runs on any Node >= 20, before the
// pinned one is there. Each step is skipped when nothing that it depends on has changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = path.join(import.meta.dirname, '..')
process.chdir(root)

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
  console.log(`> ${what}`)
  work()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}

const binFolder = path.resolve('node_modules/.bin')
const environment = { ...process.env, PATH: `${binFolder}${path.delimiter}${process.env.PATH}` }

const npm = (...args) => {
  const cli = process.env.npm_execpath
  if (cli) execFileSync(process.execPath, [cli, ...args], { stdio: 'inherit' })
  else execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
}

// npm's own scripts put node_modules/.bin first on the PATH, so `node` is the pinned one from here on.
// The programs are named by their files, since what npm puts into .bin is a shell script on Windows.
const run = (program, ...args) =>
  execFileSync('node', [path.resolve('node_modules', program), ...args], { stdio: 'inherit', env: environment })

function compress() {
  for (const file of filesIn('build/client').filter((name) => /\.(js|css|svg|json|webmanifest|txt)$/.test(name))) {
    const bytes = readFileSync(file)
    if (bytes.length < 1024) continue
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function install(debianPackage, otherwise) {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync(
      'sh',
      ['-c', `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${debianPackage} >/dev/null`],
      {
        stdio: 'inherit',
      },
    )
  } else otherwise()
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Oremus needs Node 20 or newer to set itself up; this is ${process.version}.`)
  process.exit(1)
}

once('node_modules/.setup-stamp', hashOf(['package-lock.json']), 'installing dependencies (npm ci)', () =>
  npm('ci', '--no-audit', '--no-fund', '--loglevel=error'),
)

if (process.argv.includes('--build')) {
  const sources = [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    ...['contract', 'messages', 'web', 'public'].flatMap(filesIn),
  ]
  once('build/.setup-stamp', hashOf(sources), 'building the web application', () => {
    run('@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn')
    compress()
  })
}

if (process.argv.includes('--browser')) {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  if (!places.some((place) => place && existsSync(place))) {
    console.log('> installing Chromium for the tests')
    install('chromium', () => run('playwright/cli.js', 'install', 'chromium'))
  }
}

if (process.argv.includes('--postgres') && !process.env.TEST_DATABASE_URL) {
  const debian = '/usr/lib/postgresql'
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  if (!folders.some((folder) => existsSync(path.join(folder, 'initdb')))) {
    console.log('> installing PostgreSQL for the tests')
    install('postgresql', () => {
      console.error(
        'The tests need PostgreSQL. Install it, or set TEST_DATABASE_URL to a server on which databases may be created.',
      )
      process.exit(1)
    })
  }
}
