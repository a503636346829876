import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../server/config.ts'
import { type OpenDatabase, openDatabase } from '../server/db/open.ts'
import { newDatabaseUrl } from '../server/test/postgres.ts'
import type { TrialResult } from './disk.ts'
import { startAndKill, startServer } from './processes.ts'

const STARTS = 50

async function tablesOf({ db }: OpenDatabase): Promise<[name: string, columns: number][]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name, columns }) => [name, columns.length])
}

/**
 * Returns the tables, the initial content of a site, and whether the database is intact: the same after every first
 * start.
 */
async function contentOf(opened: OpenDatabase): Promise<string> {
  const count = async (table: 'categories' | 'themes' | 'content'): Promise<number> =>
    (await opened.db.selectFrom(table).select('id').execute()).length
  const tables = (await tablesOf(opened)).toSorted(([one], [other]) => one.localeCompare(other))
  const { is_whole } = await opened.engine.checkIntegrity()
  return JSON.stringify([tables, await count('categories'), await count('themes'), await count('content'), is_whole])
}

/** Kills first starts, which migrate and fill an empty database, at random, twice each, and starts again. */
export async function killedStarts(postgres_url: string | undefined): Promise<TrialResult> {
  let [longest_ms, half, wrong] = [0, 0, 0]
  let whole: string | undefined
  for (let turn = 0; turn <= STARTS; turn += 1) {
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'oremus-starts-'))
    const database = postgres_url === undefined ? {} : { DATABASE_URL: await newDatabaseUrl(postgres_url) }
    const environment = { DATA_DIR, BACKUPS: 'off', ...database }
    const withDatabase = async <Seen>(at: (opened: OpenDatabase) => Promise<Seen>): Promise<Seen> => {
      const opened = openDatabase(readConfig(environment))
      try {
        return await at(opened)
      } finally {
        await opened.db.destroy()
      }
    }
    // The first start is not killed: its content and duration are the reference for the others.
    const kills = turn === 0 ? 0 : 2
    for (let kill = 0; kill < kills; kill += 1) {
      await startAndKill(environment, Math.random() * longest_ms)
      const { length } = await withDatabase(tablesOf)
      half += Number(length > 0)
    }
    const server = await startServer(environment)
    if (turn === 0) longest_ms = server.start_ms
    await server.stop()
    const content = await withDatabase(contentOf)
    whole ??= content
    wrong += Number(content !== whole)
    rmSync(DATA_DIR, { recursive: true })
  }
  return {
    summary: `First starts on an empty database, each killed with -9 twice within the ${longest_ms.toFixed(0)} ms that it takes, ${STARTS} times: ${half} of ${2 * STARTS} kills came when there were tables; begun again, ${wrong} were not as a start that nobody disturbs.`,
    faults: wrong,
  }
}
