import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { type Context, buildContext } from '../context.ts'
import { logOptions } from '../log.ts'
import { fillDemo } from './demo.ts'
import { isFull } from './depth.ts'
import { fillWithLife } from './life.ts'
import { type Smtp, startSmtp } from './mail.ts'
import { freePort } from './postgres.ts'

export interface DemoSite {
  url: string
  stop(): Promise<void>
}

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'oremus-demo-'))

export interface DemoOptions {
  /** Has people and requests as life has them, besides the demo's. */
  is_lifelike?: boolean
  /** Sends email, to nobody. */
  has_mail?: boolean
  /** The clock of the site says `now` at its start, and all its requests were `written` then. Both are ISO 8601. */
  now?: string
  written?: string
}

let smtp: Promise<Smtp> | undefined

async function build(folder: string, port: number, options: DemoOptions = {}): Promise<{ ctx: Context; app: App }> {
  const { has_mail, now } = options
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    PUBLIC_URL: `http://localhost:${port}`,
    ...(has_mail && { SMTP_URL: (await (smtp ??= startSmtp())).url, MAIL_FROM: 'oremus@example.org' }),
  }
  const config = readConfig(environment, { demo: true })
  const late = now === undefined ? 0 : Date.parse(now) - Date.now()
  const ctx = await buildContext(config, pino(logOptions(config)), { clock: () => new Date(Date.now() + late) })
  // At full depth the screens are opened some hundred times in a few minutes, from one address.
  return { ctx, app: await buildApp(ctx, isFull ? { limit_scale: 20 } : {}) }
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
export async function startDemoSite(options: DemoOptions): Promise<DemoSite> {
  filled ??= makeFolder()
  const folder = newFolder()
  cpSync(await filled, folder, { recursive: true })
  const port = await freePort()
  const { ctx, app } = await build(folder, port, options)
  if (options.is_lifelike) await fillWithLife(ctx)
  if (options.written !== undefined) {
    const created_at = new Date(options.written).toISOString()
    await ctx.db.updateTable('prayers').set({ created_at }).execute()
  }
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

/** Deletes what the copies are made from, and stops what receives their mail. */
export async function dropFilled(): Promise<void> {
  await (await smtp)?.stop()
  if (filled) rmSync(await filled, { recursive: true, force: true })
}
