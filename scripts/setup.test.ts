import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

/** To root every folder is open. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A folder with what sets a fresh clone up. */
function newClone(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'setup-')))
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(name, path.join(folder, name), { recursive: true })
  return folder
}

it.skipIf(process.platform === 'win32')('says in one sentence that somebody else has to set the program up', () => {
  const folder = newClone()
  chmodSync(folder, 0o555)
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'scripts/run.mjs'), 'start'], {
    encoding: 'utf8',
    ...asNobody,
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^This user may not write to node_modules\. Run the same command once as [^\n]*\n$/)
  chmodSync(folder, 0o755)
  expect(readdirSync(folder)).not.toContain('node_modules')
  rmSync(folder, { recursive: true })
})

it('fetches a program of the tests anew where half of it is left', async () => {
  const { fetchPackage } = (await import(new URL('test-tools.mjs', import.meta.url).href)) as {
    fetchPackage: (npm: (args: string[], folder: string) => void, folder: string, name: string, version: string) => void
  }
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'setup-')))
  mkdirSync(path.join(folder, 'node_modules/half'), { recursive: true })
  const found: string[] = []
  fetchPackage((_, place) => void found.push(...readdirSync(place)), folder, 'half', '1.0.0')
  expect(found).toEqual(['package.json'])
  rmSync(folder, { recursive: true })
})

/** Sets the clone up with another program in the place of npm. */
function setUpWith(folder: string, npm: string, ...needs: string[]) {
  const npm_execpath = path.join(folder, 'npm.cjs')
  writeFileSync(npm_execpath, npm)
  return spawnSync(process.execPath, [path.join(folder, 'scripts/setup.mjs'), ...needs], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', npm_execpath },
  })
}

it('installs what builds the pages, also on a machine whose NODE_ENV is production', () => {
  const folder = newClone()
  const { status, stderr } = setUpWith(folder, 'console.log(process.argv.slice(2).join(" "))')
  expect(status).toBe(0)
  expect(stderr).toContain('ci --include=dev ')
  rmSync(folder, { recursive: true })
})

it('takes nothing for done that was cut off, also when somebody goes back to the version before', () => {
  const folder = newClone()
  const stamp = path.join(folder, 'node_modules/.setup-stamp')
  mkdirSync(path.dirname(stamp))
  writeFileSync(stamp, 'of the version before')
  const { status, stderr } = setUpWith(folder, 'process.exit(1)')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^> installing [^\n]*\nnpm couldn’t install what Oremus needs: [^\n]*\n$/)
  expect(existsSync(stamp)).toBe(false)
  rmSync(folder, { recursive: true })
})

it.skipIf(process.platform === 'win32').each([
  ['process.exit(1)', 'the lines above say why'],
  ['process.kill(process.pid, "SIGKILL")', 'the system ended it, as it does when memory runs out'],
])('says in one sentence that the pages could not be built: %s', (program, reason) => {
  const folder = newClone()
  for (const name of ['vite.config.ts', 'react-router.config.ts']) cpSync(name, path.join(folder, name))
  const builder = path.join(folder, 'node_modules/@react-router/dev')
  mkdirSync(builder, { recursive: true })
  writeFileSync(path.join(builder, 'package.json'), JSON.stringify({ bin: { 'react-router': 'bin.cjs' } }))
  writeFileSync(path.join(builder, 'bin.cjs'), program)
  const { status, stderr } = setUpWith(folder, '', '--build')
  expect(status).toBe(1)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`The pages couldn’t be built: ${reason}.`)
  expect(stderr).not.toMatch(/^ +at /m)
  rmSync(folder, { recursive: true })
})
