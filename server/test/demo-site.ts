import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Context, buildContext } from '../context.ts'
import { logOptions } from '../log.ts'
import { fillDemo } from './demo.ts'
import { freePort } from './postgres.ts'

export interface DemoSite {
  url: string
  stop(): Promise<void>
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'oremus-demo-'))

async function build(folder: string, port: number): Promise<{ ctx: Context; app: App }> {
  const environment = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', PUBLIC_URL: `http://localhost:${port}` }
  const config = readConfig(environment, { demo: true })
  const ctx = await buildContext(config, pino(logOptions(config)))
  return { ctx, app: await buildApp(ctx) }
}

/** Makes the data folder of a site with the demo community. */
async function makeFolder(): Promise<string> {
  const folder = newFolder()
  const { ctx, app } = await build(folder, 0)
  await fillDemo(ctx, app)
  await app.server.close()
  await ctx.close()
  return folder
}

let filled: Promise<string> | undefined

/** Starts a site with a demo community of its own, from a copy of what the first one of this process was filled with. */
export async function startDemoSite(): Promise<DemoSite> {
  filled ??= makeFolder()
  const folder = newFolder()
  cpSync(await filled, folder, { recursive: true })
  const port = await freePort()
  const { ctx, app } = await build(folder, port)
  const workers = [app.worker, app.mailer, app.pusher, app.alarmWorker]
  await app.server.listen({ port })
  for (const one of workers) one.start()
  return {
    url: ctx.config.public_url,
    stop: async () => {
      await app.server.close()
      await Promise.all(workers.map((one) => one.stop()))
      await ctx.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Deletes what the copies are made from. */
export async function dropFilled(): Promise<void> {
  if (filled) rmSync(await filled, { recursive: true, force: true })
}
