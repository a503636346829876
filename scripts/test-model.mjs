// npm run test:model: installs the optional package that loads embedding models into a separate folder, some 500 MB, and runs
// the tests that need it. The folder is kept, so that only the first run takes long.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const { peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const name = '@huggingface/transformers'
const version = peerDependencies[name]
const folder = path.join(tmpdir(), `oremus-${name.replace(/\W+/g, '-')}-${version}`)
const packages = path.join(folder, 'node_modules')

// Written last: what was cut off is fetched anew, since of half a package npm says that it is there.
const whole = path.join(folder, 'whole')
if (!existsSync(whole)) {
  console.log(`> putting ${name} ${version} into ${folder}`)
  mkdirSync(folder, { recursive: true })
  rmSync(packages, { recursive: true, force: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
  // Its install scripts would download drivers for graphics cards.
  const add = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
  const cli = process.env.npm_execpath
  if (cli) execFileSync(process.execPath, [cli, ...add], { cwd: folder, stdio: 'inherit' })
  else execFileSync('npm', add, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  writeFileSync(whole, '')
}

const tests = [
  'server/classifier/embedder.test.ts',
  'server/features/classification/classifications/local-classifier.test.ts',
]
const { status } = spawnSync(
  'node',
  [path.resolve(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'sqlite', ...tests],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_MODEL_PACKAGES: packages },
  },
)
process.exit(status ?? 1)
