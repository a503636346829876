import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../config.ts'
import { migrate, openDatabase } from '../db/open.ts'
import { seed } from '../db/seed.ts'
import { newDatabaseUrl } from './postgres.ts'
import { TEST_NOON } from './time.ts'

/** Fills an empty database as the first start of a site does. */
async function makeSite(environment: NodeJS.ProcessEnv): Promise<void> {
  const database = openDatabase(readConfig(environment))
  await migrate(database)
  await seed(database.db, new Date(TEST_NOON).toISOString())
  await database.db.destroy()
}

// Migrating and filling takes most of the start of a server: it is done once in a process, and copied.
let file: Promise<Buffer> | undefined
let template: Promise<string> | undefined

async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'oremus-new-site-'))
  await makeSite({ DATA_DIR: folder })
  const bytes = readFileSync(path.join(folder, 'oremus.db'))
  rmSync(folder, { recursive: true })
  return bytes
}

/** Makes a new site in a database of a server, and returns its URL. Nobody stays connected to it, so that it can be copied. */
export async function makeSiteUrl(server?: string): Promise<string> {
  const DATABASE_URL = await newDatabaseUrl(server)
  await makeSite({ DATABASE_URL })
  return DATABASE_URL
}

/** Puts the embedded database of a new site into the folder. */
export async function copyNewSite(folder: string): Promise<void> {
  writeFileSync(path.join(folder, 'oremus.db'), await (file ??= makeFile()))
}

/** Creates a database of a new site on the server that the test run started, and returns its URL. */
export async function newSiteUrl(): Promise<string> {
  // A pooler keeps connections to the template, which PostgreSQL then does not copy.
  if (process.env.TEST_POSTGRES === 'plain') return await newDatabaseUrl()
  return await newDatabaseUrl(undefined, await (template ??= makeSiteUrl()))
}
