import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

/** To root every folder is open. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

it.skipIf(process.platform === 'win32')('says in one sentence that somebody else has to set the program up', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'setup-'))
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(name, path.join(folder, name), { recursive: true })
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
