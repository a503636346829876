import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { type Inventory, buildInventory, copyDatabase, diffInventories } from '../server/db/copy.ts'
import { type OpenDatabase, countMigrations, migrate, openDatabase, openDatabaseFile } from '../server/db/open.ts'
import { newDatabaseUrl, startPostgres } from '../server/test/postgres.ts'
import type { TrialResult } from './disk.ts'

const root = path.join(import.meta.dirname, '..')
/** A site before the newest migrations. */
const FIXTURE = '0001-init'

/** A data folder, and the database beside it where it is not the file in it. */
interface Place {
  data_dir: string
  database_url: string | undefined
}

/** How a program is started, and the window in which it does its work: from the first moment to its end. Milliseconds. */
interface Program {
  args: string[]
  from_ms: number
  to_ms: number
}

interface Ending {
  code: number | null
  ms: number
  said: string
}

/** Runs a program on a place, and kills it after `ms`. */
async function run(args: string[], { data_dir, database_url = '' }: Place, ms = Infinity): Promise<Ending> {
  const began = performance.now()
  const env = { PATH: process.env.PATH, DATA_DIR: data_dir, DATABASE_URL: database_url, BACKUPS: 'off' }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'close')
  if (ms !== Infinity) {
    await Promise.race([ended, sleep(ms)])
    child.kill('SIGKILL')
  }
  const [code] = (await ended) as [number | null]
  return { code, ms: performance.now() - began, said }
}

/** Runs a program that must succeed. Returns its duration in milliseconds. */
async function runToEnd(args: string[], place: Place): Promise<number> {
  const { code, ms, said } = await run(args, place)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return ms
}

const runAndCut = ({ args, from_ms, to_ms }: Program, place: Place): Promise<Ending> =>
  run(args, place, from_ms + Math.random() * (to_ms - from_ms))

async function withDatabase<Seen>(place: Place, look: (database: OpenDatabase) => Promise<Seen>): Promise<Seen> {
  const database = openDatabase(place)
  try {
    return await look(database)
  } finally {
    await database.db.destroy()
  }
}

const inventoryOf = (place: Place): Promise<Inventory> => withDatabase(place, (database) => buildInventory(database))

/** What a program leaves when nobody disturbs it. Tables with random ids or times differ each time: only their rows count. */
class Expected {
  readonly #inventory: Inventory
  readonly #varying: Set<string>

  constructor(one: Inventory, other: Inventory) {
    this.#inventory = one
    this.#varying = new Set(diffInventories(one, other))
  }

  /** Returns the tables that differ. */
  differences(found: Inventory): string[] {
    return diffInventories(this.#inventory, found).filter(
      (name) => !this.#varying.has(name) || this.#inventory[name]?.rows !== found[name]?.rows,
    )
  }
}

/** Folder and fixture that all turns of a trial use. */
class Workshop {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'oremus-cuts-'))
  readonly backup = path.join(this.folder, 'a.backup')
  #made = 0

  constructor() {
    const packed = readFileSync(path.join(root, `server/db/fixtures/${FIXTURE}.backup.gz`))
    writeFileSync(this.backup, gunzipSync(packed), { mode: 0o600 })
  }

  /** Returns a new place without a database, on PostgreSQL when the URL of a server is given. */
  async place(postgres_url: string | undefined): Promise<Place> {
    const data_dir = path.join(this.folder, String((this.#made += 1)))
    mkdirSync(data_dir)
    return { data_dir, database_url: postgres_url === undefined ? undefined : await newDatabaseUrl(postgres_url) }
  }

  /** Fills a place with the fixture, at its migration. */
  async fill(place: Place): Promise<void> {
    const backup = openDatabaseFile(this.backup, { read_only: true })
    await withDatabase(place, (site) => copyDatabase(backup, site, (target) => migrate(target, { to: FIXTURE })))
    await backup.db.destroy()
  }

  /** Returns a new place with a copy of the file of another, and its key. */
  async copyOf({ data_dir }: Place, postgres_url?: string): Promise<Place> {
    const copy = await this.place(postgres_url)
    copyFileSync(path.join(data_dir, 'oremus.db'), path.join(copy.data_dir, 'oremus.db'))
    const key = path.join(data_dir, 'token.key')
    if (existsSync(key)) copyFileSync(key, path.join(copy.data_dir, 'token.key'))
    else writeFileSync(path.join(copy.data_dir, 'token.key'), randomBytes(32), { mode: 0o600 })
    return copy
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** Runs a trial with a folder that is removed afterwards. */
async function inWorkshop(trial: (workshop: Workshop) => Promise<TrialResult>): Promise<TrialResult> {
  const workshop = new Workshop()
  try {
    return await trial(workshop)
  } finally {
    workshop.remove()
  }
}

/** Cuts upgrades from the first migration. */
export const cutUpgrades = (times: number, postgres_url: string | undefined): Promise<TrialResult> =>
  inWorkshop(async (workshop) => {
    const args = ['bench/upgrade.ts']
    const prepared = async (): Promise<Place> => {
      const place = await workshop.place(postgres_url)
      await workshop.fill(place)
      return place
    }
    const [one, other] = [await prepared(), await prepared()]
    const to_ms = await runToEnd(args, one)
    await runToEnd(args, other)
    // There is nothing to upgrade any more.
    const from_ms = 0.6 * (await runToEnd(args, one))
    const expected = new Expected(await inventoryOf(one), await inventoryOf(other))
    let [before, after, wrong] = [0, 0, 0]
    for (let turn = 0; turn < times; turn += 1) {
      const place = await prepared()
      await runAndCut({ args, from_ms, to_ms }, place)
      const { missing } = await withDatabase(place, countMigrations)
      before += Number(missing > 0)
      after += Number(missing === 0)
      await withDatabase(place, (database) => migrate(database))
      wrong += Number(expected.differences(await inventoryOf(place)).length > 0)
      rmSync(place.data_dir, { recursive: true })
    }
    return {
      summary: `Upgrades from ${FIXTURE}, each killed with -9 in its work, ${times} times: ${before} had changed nothing, ${after} everything; begun again, ${wrong} differed in a row from an upgrade that nobody disturbs.`,
      faults: wrong,
    }
  })

/** Cuts restores: of a file over a site in which a request was deleted since, or into an empty database of PostgreSQL. */
export const cutRestores = (times: number, postgres_url: string | undefined): Promise<TrialResult> =>
  inWorkshop(async (workshop) => {
    const args = ['server/cli/restore.ts', workshop.backup, '--lose-newer']
    const live = await workshop.place(undefined)
    await runToEnd(args, live)
    const deleted = await withDatabase(live, async ({ db }) => {
      const { id } = await db
        .selectFrom('prayers')
        .select('id')
        .where('publication', '=', 'published')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await db.updateTable('prayers').set({ publication: 'deleted' }).where('id', '=', id).execute()
      await db.updateTable('users').set({ display_name: 'As before the restore' }).execute()
      return id
    })
    const key = readFileSync(path.join(live.data_dir, 'token.key'))
    const prepared = (): Promise<Place> =>
      postgres_url === undefined ? workshop.copyOf(live) : workshop.place(postgres_url)
    const [one, other] = [await prepared(), await prepared()]
    const to_ms = await runToEnd(args, one)
    await runToEnd(args, other)
    const { ms: from_ms } = await run(args.slice(0, 1), one)
    const old = await inventoryOf(live)
    const expected = new Expected(await inventoryOf(one), await inventoryOf(other))
    let [before, after, gone, mixed, wrong, back] = [0, 0, 0, 0, 0, 0]
    for (let turn = 0; turn < times; turn += 1) {
      const place = await prepared()
      await runAndCut({ args, from_ms, to_ms }, place)
      if (postgres_url === undefined) {
        const isThere = existsSync(path.join(place.data_dir, 'oremus.db'))
        const found = isThere ? await inventoryOf(place) : {}
        const isOld = isThere && diffInventories(old, found).length === 0
        const isNew = isThere && !isOld && expected.differences(found).length === 0
        before += Number(isOld)
        after += Number(isNew)
        gone += Number(!isThere)
        mixed += Number(isThere && !isOld && !isNew)
      }
      const again = await run(args, place)
      // Into an empty database only: what was cut off after the last row was there is complete.
      const isComplete = again.said.includes('not empty')
      if (postgres_url !== undefined) after += Number(isComplete)
      if (postgres_url !== undefined) before += Number(!isComplete)
      const isKeyThere = readFileSync(path.join(place.data_dir, 'token.key')).equals(key)
      const isRight = expected.differences(await inventoryOf(place)).length === 0 && isKeyThere
      wrong += Number(!isRight || (again.code !== 0 && !isComplete))
      if (postgres_url === undefined) {
        const request = await withDatabase(place, ({ db }) =>
          db.selectFrom('prayers').select('publication').where('id', '=', deleted).executeTakeFirst(),
        )
        back += Number(request !== undefined && request.publication !== 'deleted')
      }
      rmSync(place.data_dir, { recursive: true })
    }
    const found =
      postgres_url === undefined
        ? `${before} found the old site, ${after} the new one, ${gone} none and ${mixed} another`
        : `${before} had copied nothing and ${after} everything`
    return {
      summary: `Restores, each killed with -9 in its work, ${times} times: ${found}; begun again, ${wrong} differed in a row or in the key from a restore that nobody disturbs${postgres_url === undefined ? `, and ${back} brought back a request that was deleted after the backup` : ''}.`,
      faults: gone + mixed + wrong + back,
    }
  })

/** Cuts moves: to PostgreSQL when the URL of a server is given, else from it. */
export const cutMoves = (times: number, postgres_url: string | undefined): Promise<TrialResult> =>
  inWorkshop(async (workshop) => {
    const own = postgres_url === undefined ? await startPostgres() : undefined
    try {
      const args = ['server/cli/move.ts', own ? 'postgres-to-sqlite' : 'sqlite-to-postgres']
      const source = await workshop.place(own?.url)
      await workshop.fill(source)
      await withDatabase(source, (database) => migrate(database))
      const begun = await inventoryOf(source)
      const prepared = async (): Promise<Place> =>
        own
          ? { ...source, data_dir: (await workshop.place(undefined)).data_dir }
          : await workshop.copyOf(source, postgres_url)
      const target = (place: Place): Place => (own ? { ...place, database_url: undefined } : place)
      const place = await prepared()
      const to_ms = await runToEnd(args, place)
      const { ms: from_ms } = await run(args.slice(0, 1), place)
      let [nothing, everything, wrong, changed] = [0, 0, 0, 0]
      for (let turn = 0; turn < times; turn += 1) {
        const at = await prepared()
        await runAndCut({ args, from_ms, to_ms }, at)
        const again = await run(args, at)
        // The target holds a whole site, and is left alone.
        const isComplete = /not empty|already/.test(again.said)
        everything += Number(isComplete)
        nothing += Number(!isComplete)
        const isSame = diffInventories(begun, await inventoryOf(target(at))).length === 0
        wrong += Number(!isSame || (again.code !== 0 && !isComplete))
        const from = own ? source : { ...at, database_url: undefined }
        changed += Number(diffInventories(begun, await inventoryOf(from)).length > 0)
        rmSync(at.data_dir, { recursive: true })
      }
      return {
        summary: `Moves ${own ? 'from PostgreSQL to SQLite' : 'from SQLite to PostgreSQL'}, each killed with -9 in its work, ${times} times: ${nothing} had moved nothing and ${everything} everything; begun again, ${wrong} differed in a row from the source, which ${changed} had changed.`,
        faults: wrong + changed,
      }
    } finally {
      await own?.stop()
    }
  })
