import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, askOver, engine, startTestApp } from '../test/app.ts'

// CI has to have it.
const canInject = process.env.CI !== undefined || spawnSync('strace', ['-V']).status === 0
if (engine === 'sqlite' && !canInject)
  process.stdout.write('strace is not installed: the test of a disk that fails is left out.\n')

describe.runIf(engine === 'sqlite' && canInject)('a disk that does not keep what was written', () => {
  let folder: string
  let app: TestApp
  let child: ChildProcess | undefined
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'oremus-sync-'))
    app = await startTestApp({ folder })
  })
  afterEach(async () => {
    child?.kill('SIGKILL')
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('ends the process, which says so, and nothing acknowledged is lost', async () => {
    const as = await app.signIn('hannah')
    child = fork(path.join(import.meta.dirname, '../test/child.ts'), {
      env: { PATH: process.env.PATH, DATA_DIR: folder, BACKUPS: 'off', CHILD_LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const output = text(child.stdout ?? process.stdin)
    const ended = once(child, 'exit')
    const [port] = (await once(child, 'message')) as [number]
    const url = `http://127.0.0.1:${port}`
    const share = () => askOver(url, 'prayers.create', { content: 'Please pray' }, { as })
    const kept = await share()
    expect(kept.status).toBe(200)
    const calls = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
    const strace = spawn('strace', ['-f', ...calls, '-o', '/dev/null', '-p', String(child.pid)])
    await once(strace.stderr, 'data')
    await expect(share()).rejects.toThrow('fetch failed')
    expect(await ended).toEqual([1, null])
    expect(await output).toMatch(/^\{.*The database could not be put on the disk\..*\}\n$/)
    const { data } = await app.ask('prayers.list', {}, { as })
    expect(data.items.map(({ id }) => id)).toContain(kept.data.id)
  })
})
