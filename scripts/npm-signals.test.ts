import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

// As the server does: it says who it is, and ends when it is told to.
const PROGRAM = `
import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {
  writeFileSync('ended', '')
  process.exit(0)
})
setInterval(() => {}, 1000)
console.log(process.pid)
`

// npm tells its shell alone, which does not tell what it waits for.
it.each(['start', 'demo', 'dev'])('SIGTERM to `npm run %s` ends the server, and npm waits for it', async (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'npm-signals-'))
  writeFileSync(path.join(folder, 'program.mjs'), PROGRAM)
  const script = scripts[name]?.replace(`scripts/run.mjs ${name}`, 'program.mjs')
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { [name]: script } }))
  const npm = spawn('npm', ['run', '--silent', name], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(npm, 'exit')
  const [said] = (await once(npm.stdout, 'data')) as [Buffer]
  const hasEnded = (): boolean => existsSync(path.join(folder, 'ended'))
  try {
    npm.kill('SIGTERM')
    await exited
    expect(hasEnded()).toBe(true)
  } finally {
    if (!hasEnded()) process.kill(Number.parseInt(said.toString(), 10), 'SIGKILL')
    rmSync(folder, { recursive: true })
  }
})
