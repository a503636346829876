import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** Runs `.ci/run` as a user without rights, on a system whose programs only note how they are called. Returns their calls. */
function runCi(settings: Record<string, string>, ...words: string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'ci-'))
  const calls = path.join(folder, 'calls')
  writeFileSync(calls, '')
  const put = (name: string, line: string): void =>
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  put('id', 'echo 1001')
  put('dirname', 'echo .ci')
  for (const name of ['sudo', 'apt-get', 'node', 'npm']) put(name, `echo "${name} $*" >> '${calls}'`)
  const { status } = spawnSync('/bin/bash', ['.ci/run', ...words], { cwd: root, env: { PATH: folder, ...settings } })
  const lines = readFileSync(calls, 'utf8').trimEnd().split('\n')
  rmSync(folder, { recursive: true })
  expect(status).toBe(0)
  return lines
}

it.skipIf(process.platform === 'win32')('installs what CI demands where sudo asks nothing, and only there', () => {
  const tested = ['node scripts/check-history.mjs', 'npm run test -- --part server']
  expect(runCi({}, 'test', '--part', 'server')).toEqual(tested)
  const [update, ...rest] = runCi({ GITHUB_ACTIONS: 'true' }, 'test', '--part', 'server')
  expect(update).toBe('sudo -n apt-get update -qq')
  const installed = rest.slice(0, -2).join('\n')
  expect(installed).toMatch(/^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install /)
  for (const name of ['strace', 'openssl', 'chromium-headless-shell']) expect(installed).toContain(name)
  expect(rest.slice(-2)).toEqual(tested)
})
