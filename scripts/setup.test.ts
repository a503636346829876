import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
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

it('installs what builds the pages, also on a machine whose NODE_ENV is production', () => {
  const folder = newClone()
  const npm_execpath = path.join(folder, 'npm.cjs')
  writeFileSync(npm_execpath, 'console.log(process.argv.slice(2).join(" "))')
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'scripts/setup.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', npm_execpath },
  })
  expect(status).toBe(0)
  expect(stderr).toContain('ci --include=dev ')
  rmSync(folder, { recursive: true })
})
