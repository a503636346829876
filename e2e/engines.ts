import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../server/test/postgres.ts'

// Drives Debian's Firefox and WebKit, which Playwright cannot: it has builds of its own.

export type EngineName = 'firefox' | 'webkit'

/** A window with cookies and storage of its own. */
export interface Reader {
  open(url: string): Promise<void>
  /** Keeps a cookie for localhost. */
  setCookie(name: string, value: string): Promise<void>
  /** Runs the function in the page, where it sees nothing of what is around it here. */
  run<Result, Value = undefined>(work: (value: Value) => Result, value?: Value): Promise<Result>
  /** Resolves with the errors of the console since the last call. */
  takeErrors(): Promise<string[]>
  close(): Promise<void>
}

export interface Engine {
  /** Opens the address, which must be one of localhost, in a new window. */
  newReader(url: string): Promise<Reader>
  stop(): Promise<void>
}

const size = { width: 390, height: 844 }
/** The language of the browser; the pages follow a cookie. */
const world = { LANG: 'en_GB.UTF-8', LC_ALL: 'en_GB.UTF-8' }

/** Starts a program that ends with this process. Resolves with what `ready` finds in what it prints. */
async function start(
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
  ready?: RegExp,
): Promise<{ found: string; end: () => Promise<void> }> {
  const child = spawn(command, args, {
    env: { ...process.env, ...world, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  let output = ''
  const found = await new Promise<string>((resolve, reject) => {
    const read = (data: Buffer) => {
      output += data.toString()
      const match = ready?.exec(output)
      if (match) resolve(match[1] ?? '')
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${command} ended:\n${output}`)))
    if (ready === undefined) child.once('spawn', () => resolve(''))
  })
  return {
    found,
    end: async () => {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

const expressionOf = (work: (value: never) => unknown, value: unknown): string =>
  `JSON.stringify((${work.toString()})(${JSON.stringify(value)}) ?? null)`

type BidiMessage =
  | { type: 'event'; method: string; params: { level: string; text: string; source: { context?: string } } }
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; message: string }

/** Firefox, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi). */
async function startFirefox(timezone: string): Promise<Engine> {
  const profile = mkdtempSync(path.join(tmpdir(), 'oremus-firefox-'))
  const { found, end } = await start(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { TZ: timezone },
    /WebDriver BiDi listening on (ws:\S+)/,
  )
  const socket = new WebSocket(`${found}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Exclude<BidiMessage, { type: 'event' }>) => void>()
  const errors = new Map<string, string[]>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data as string) as BidiMessage
    if (message.type !== 'event') waiting.get(message.id)?.(message)
    else if (message.params.level === 'error')
      errors.get(message.params.source.context ?? '')?.push(message.params.text)
  })
  let last = 0
  const ask = async <Result>(method: string, params: object): Promise<Result> => {
    last += 1
    const id = last
    socket.send(JSON.stringify({ id, method, params }))
    const message = await new Promise<Exclude<BidiMessage, { type: 'event' }>>((resolve) => waiting.set(id, resolve))
    waiting.delete(id)
    if (message.type === 'error') throw new Error(`${method}: ${message.message}`)
    return message.result as Result
  }
  await ask('session.new', { capabilities: {} })
  await ask('session.subscribe', { events: ['log.entryAdded'] })

  return {
    newReader: async (first) => {
      const { userContext } = await ask<{ userContext: string }>('browser.createUserContext', {})
      const { context } = await ask<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
      errors.set(context, [])
      await ask('browsingContext.setViewport', { context, viewport: size })
      const open = async (url: string) =>
        void (await ask('browsingContext.navigate', { context, url, wait: 'complete' }))
      await open(first)
      return {
        open,
        setCookie: async (name, value) =>
          void (await ask('storage.setCookie', {
            cookie: { name, value: { type: 'string', value }, domain: 'localhost' },
            partition: { type: 'storageKey', userContext },
          })),
        run: async <Result>(work: (value: never) => Result, value?: unknown) => {
          const { result, exceptionDetails } = await ask<{
            result?: { value: string }
            exceptionDetails?: { text: string }
          }>('script.evaluate', { expression: expressionOf(work, value), target: { context }, awaitPromise: false })
          if (!result) throw new Error(exceptionDetails?.text)
          return JSON.parse(result.value) as Result
        },
        takeErrors: () => Promise.resolve(errors.get(context)?.splice(0) ?? []),
        close: async () => {
          errors.delete(context)
          await ask('browser.removeUserContext', { userContext })
        },
      }
    },
    stop: async () => {
      socket.close()
      await end()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** WebKit, by WebDriver (https://www.w3.org/TR/webdriver2). It tells nothing of the console: its pages are served with `collect.ts`. */
async function startWebkit(timezone: string): Promise<Engine> {
  const screen = `${size.width}x${size.height}x24`
  const display = await start('Xvfb', ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'], {}, /^(\d+)\n/)
  const port = await freePort()
  const driver = await start('WebKitWebDriver', [`--port=${port}`], {
    TZ: timezone,
    DISPLAY: `:${display.found}`,
    // Drawn by the processor, and without the buses of a desktop.
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
  })
  const ask = async <Result>(method: string, address: string, body?: object): Promise<Result> => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Result & { error: string; message: string } }
    if (!answer.ok) throw new Error(`${method} ${address}: ${value.error} ${value.message}`)
    return value
  }
  const deadline = Date.now() + 20_000
  while (!(await ask('GET', '/status').then(Boolean, () => false))) {
    if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }

  return {
    newReader: async (first) => {
      const capabilities = {
        alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } },
      }
      const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities })
      const session = `/session/${sessionId}`
      // No window manager makes it as large as the screen.
      await ask('POST', `${session}/window/rect`, { x: 0, y: 0, ...size })
      const open = async (url: string) => void (await ask('POST', `${session}/url`, { url }))
      const run = async <Result>(work: (value: never) => Result, value?: unknown) =>
        JSON.parse(
          await ask<string>('POST', `${session}/execute/sync`, {
            script: `return ${expressionOf(work, value)}`,
            args: [],
          }),
        ) as Result
      await open(first)
      return {
        open,
        setCookie: async (name, value) =>
          void (await ask('POST', `${session}/cookie`, { cookie: { name, value, path: '/', domain: 'localhost' } })),
        run,
        takeErrors: () =>
          run(
            () => (Reflect.get(globalThis, 'collected') as string[] | undefined)?.splice(0) ?? ['nothing is collected'],
          ),
        close: async () => void (await ask('DELETE', session)),
      }
    },
    stop: async () => {
      await driver.end()
      await display.end()
    },
  }
}

/** Starts the engine, whose readers live in that time zone. */
export const startEngine = (name: EngineName, timezone: string): Promise<Engine> =>
  name === 'firefox' ? startFirefox(timezone) : startWebkit(timezone)
