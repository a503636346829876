import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import path from 'node:path'
import { pino } from 'pino'
import { type Command, runCommand } from '../cli/site.ts'
import { explainError } from '../cli/start-errors.ts'
import { type Config, readConfig } from '../config.ts'
import { buildContext } from '../context.ts'
import { describeMisspelt } from '../misspelt-settings.ts'
import { secureDataFolder } from '../secrets/data-folder.ts'

export interface Ended {
  code: number | null
  output: string
  complaint: string
}

/** The environment of a program that must see none of the settings of the test run. */
export const cleanEnvironment = {
  PATH: process.env.PATH,
  // Where the pinned Node finds a library that the system lacks.
  LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH,
  NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compile'),
}

/**
 * Runs a program of the server to its end, with these settings and none of the test run's. A server that starts after
 * all is stopped with `SIGTERM` as soon as it is ready.
 */
export function runProgram(words: string[], settings: Record<string, string>): Promise<Ended> {
  const [program = '', ...args] = words
  const child = spawn(process.execPath, [path.resolve(program), ...args], {
    env: { ...cleanEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return readToEnd(child)
}

/** Does what `main.ts` does before it listens, in this process. Returns the sentence for what it throws. */
export async function tryStart(settings: Record<string, string>): Promise<string> {
  let config: Config | undefined
  try {
    describeMisspelt(settings)
    config = readConfig(settings)
    secureDataFolder(config.data_dir)
    await (await buildContext(config, pino({ level: 'silent' }))).close()
    return ''
  } catch (error) {
    return explainError(error, config) ?? String(error)
  }
}

/** Runs a command of the machine as its program does, in this process, which has loaded what it needs. */
export async function callCommand(command: Command, args: string[], settings: NodeJS.ProcessEnv): Promise<Ended> {
  const ended: Ended = { code: null, output: '', complaint: '' }
  ended.code = await runCommand(command, args, settings, {
    stdout: { write: (text) => (ended.output += text) },
    stderr: { write: (text) => (ended.complaint += text) },
  })
  return ended
}

/** Collects what a program prints until it ends. A server is stopped with `SIGTERM` as soon as it is ready. */
export function readToEnd(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  const ended: Ended = { code: null, output: '', complaint: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.output += text
    // A second signal would end the server at once.
    if (!child.killed && ended.output.includes('/setup#')) child.kill('SIGTERM')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.complaint += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...ended, code }))
  })
}
