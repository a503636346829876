import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, askOver, engine } from '../test/app.ts'
import { newFolder } from '../test/folder.ts'
import { cleanEnvironment } from '../test/programs.ts'
import { newTestApp } from '../test/shared-app.ts'

// CI has to have it.
const canInject = process.env.CI !== undefined || spawnSync('strace', ['-V']).status === 0
if (engine === 'sqlite' && !canInject)
  process.stdout.write('strace is not installed: the test of a disk that fails is left out.\n')

/** Counts the answers of 200 that were sent while a write to the log was not on the disk, and all of them. */
function countUnsynced(trace: string): { early: number; answers: number } {
  let [isDirty, early, answers] = [false, 0, 0]
  for (const call of trace.split('\n')) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(call)) isDirty = true
    else if (/f(data)?sync\(\d+<[^>]*-wal>\)\s+= 0/.test(call)) isDirty = false
    else if (call.includes('"HTTP/1.1 200')) {
      answers += 1
      early += Number(isDirty)
    }
  }
  return { early, answers }
}

describe.runIf(engine === 'sqlite' && canInject)('a disk that does not keep what was written', () => {
  let folder: string
  let app: TestApp
  let child: ChildProcess | undefined
  beforeEach(async () => {
    folder = newFolder()
    app = await newTestApp({ folder })
  })
  afterEach(() => void child?.kill('SIGKILL'))

  async function startProcess() {
    const as = await app.signIn('hannah')
    child = fork(path.join(import.meta.dirname, '../test/child.ts'), {
      env: { ...cleanEnvironment, DATA_DIR: folder, BACKUPS: 'off', CHILD_LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const output = text(child.stdout ?? process.stdin)
    const ended = once(child, 'exit')
    const [port] = (await once(child, 'message')) as [number]
    const url = `http://127.0.0.1:${port}`
    const share = () => askOver(url, 'prayers.create', { content: 'Please pray' }, { as })
    return { share, ended, output, as, pid: String(child.pid) }
  }

  it('has everything before it is acknowledged', async () => {
    const { share, pid } = await startProcess()
    const file = path.join(folder, 'trace')
    const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg'
    // Only the main thread writes to the database and to connections.
    const strace = spawn('strace', ['-y', '-s', '16', '-e', calls, '-o', file, '-p', pid])
    await once(strace.stderr, 'data')
    for (let times = 0; times < 5; times += 1) expect((await share()).status).toBe(200)
    const left = once(strace, 'exit')
    strace.kill('SIGINT')
    await left
    const trace = readFileSync(file, 'utf8')
    expect(countUnsynced(trace)).toEqual({ early: 0, answers: 5 })
    // The same trace without its syncs: what is looked for would be seen.
    expect(countUnsynced(trace.replaceAll(/^.*sync\(.*$/gm, '')).early).toBe(5)
  })

  it('ends the process, which says so, and nothing acknowledged is lost', async () => {
    const { share, ended, output, as, pid } = await startProcess()
    const kept = await share()
    expect(kept.status).toBe(200)
    const calls = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
    const strace = spawn('strace', ['-f', ...calls, '-o', '/dev/null', '-p', pid])
    await once(strace.stderr, 'data')
    await expect(share()).rejects.toThrow('socket hang up')
    expect(await ended).toEqual([1, null])
    expect(await output).toMatch(/^\{.*The database could not be put on the disk\..*\}\n$/)
    const { data } = await app.ask('prayers.list', {}, { as })
    expect(data.items.map(({ id }) => id)).toContain(kept.data.id)
  })
})
