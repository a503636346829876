import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { buildContext } from '../context.ts'
import { buildInventory, diffInventories } from '../db/copy.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { engine, startTestApp } from '../test/app.ts'
import { depth } from '../test/depth.ts'
import { newFolder } from '../test/folder.ts'
import { makePrayer, makeUser } from '../test/make.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { cleanEnvironment } from '../test/programs.ts'
import { untilUnused } from '../test/unused.ts'
import { makeBackup } from './make.ts'

/** A data folder, and the database beside it where it is not the file in it. */
interface Place {
  data_dir: string
  database_url: string | undefined
}

/** Runs a program on a place, and kills it after `ms`. */
async function run(args: string[], { data_dir, database_url = '' }: Place, ms = Infinity) {
  if (database_url !== '') await untilUnused(database_url)
  const began = performance.now()
  const env = { ...cleanEnvironment, DATA_DIR: data_dir, DATABASE_URL: database_url, BACKUPS: 'off' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'close')
  if (ms !== Infinity) {
    await Promise.race([ended, sleep(ms)])
    child.kill('SIGKILL')
  }
  const [code] = (await ended) as [number | null]
  return { code, said, ms: performance.now() - began }
}

async function look<Seen>(place: Place, at: (database: OpenDatabase) => Promise<Seen>): Promise<Seen> {
  const database = openDatabase(place)
  try {
    return await at(database)
  } finally {
    await database.db.destroy()
  }
}

const inventoryOf = (place: Place) => look(place, (database) => buildInventory(database))
/** A moment in the work of a program that ran so long undisturbed: its start takes the first part. Milliseconds. */
const someTime = (whole_ms: number): number => whole_ms * (0.3 + 0.7 * Math.random())

it.runIf(engine === 'sqlite')(
  'a restore that is killed leaves the old site or the new one, and is done when it is begun again',
  { timeout: 300_000 },
  async () => {
    const old = { data_dir: newFolder(), database_url: undefined }
    const app = await startTestApp({ folder: old.data_dir })
    const [kept, deleted] = [
      await makePrayer(app.ctx, await app.person('hannah')),
      await makePrayer(app.ctx, await app.person('hannah')),
    ]
    const { file } = await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)
    await app.ask('prayers.delete', { id: deleted }, { as: await app.signIn('hannah') })
    await app.ctx.db.updateTable('users').set({ display_name: 'After the backup' }).execute()
    await app.stop()
    const args = ['server/cli/restore.ts', file, '--lose-newer']
    const before = await inventoryOf(old)
    const copyOld = (): Place => {
      const place = { data_dir: newFolder(), database_url: undefined }
      cpSync(old.data_dir, place.data_dir, { recursive: true })
      return place
    }
    const [one, other] = [copyOld(), copyOld()]
    const { code, ms } = await run(args, one)
    expect([code, (await run(args, other)).code]).toEqual([0, 0])
    const after = await inventoryOf(one)
    // Where two restores that nobody disturbs differ, by the time of the day or a random id, only rows are counted.
    const varying = new Set(diffInventories(after, await inventoryOf(other)))
    const differs = (wanted: typeof after, found: typeof after): string[] =>
      diffInventories(wanted, found).filter((name) => !varying.has(name) || wanted[name]?.rows !== found[name]?.rows)
    expect(differs(before, after)).toContain('users')
    for (let turn = 0; turn < depth.cuts; turn += 1) {
      const place = copyOld()
      await run(args, place, someTime(ms))
      expect(existsSync(path.join(place.data_dir, 'oremus.db'))).toBe(true)
      const found = await inventoryOf(place)
      expect([differs(before, found), differs(after, found)]).toContainEqual([])
      expect(await run(args, place)).toMatchObject({ code: 0 })
      expect(differs(after, await inventoryOf(place))).toEqual([])
      const key = (at: Place): Buffer => readFileSync(path.join(at.data_dir, 'token.key'))
      expect(key(place)).toEqual(key(old))
      const rows = await look(place, ({ db }) => db.selectFrom('prayers').select(['id', 'publication']).execute())
      expect(rows.filter(({ publication }) => publication !== 'deleted').map(({ id }) => id)).toEqual([kept])
      rmSync(place.data_dir, { recursive: true })
    }
  },
)

it.runIf(engine === 'postgres').each(['sqlite-to-postgres', 'postgres-to-sqlite'])(
  'a move %s that is killed changes nothing at its source, and is done when it is begun again',
  { timeout: 300_000 },
  async (direction) => {
    const isAway = direction === 'sqlite-to-postgres'
    const source = { data_dir: newFolder(), database_url: isAway ? undefined : await newDatabaseUrl() }
    const { data_dir, database_url = '' } = source
    const config = readConfig({ DATA_DIR: data_dir, DATABASE_URL: database_url })
    const ctx = await buildContext(config, pino({ level: 'silent' }))
    await makePrayer(ctx, await makeUser(ctx), { content: 'Für Großmutter 祈り' })
    await ctx.close()
    const before = await inventoryOf(source)
    const args = ['server/cli/move.ts', direction]
    const newPlace = async (): Promise<Place> => {
      const place = { data_dir: newFolder(), database_url: source.database_url ?? (await newDatabaseUrl()) }
      cpSync(source.data_dir, place.data_dir, { recursive: true })
      return place
    }
    const { code, ms } = await run(args, await newPlace())
    expect(code).toBe(0)
    for (let turn = 0; turn < depth.cuts; turn += 1) {
      const place = await newPlace()
      await run(args, place, someTime(ms))
      const again = await run(args, place)
      // What was cut off after its last row holds a whole site, which is left alone.
      expect(again.code === 0 || /not empty|already|Move it away first/.test(again.said), again.said).toBe(true)
      const file = { ...place, database_url: undefined }
      const [from, to] = isAway ? [file, place] : [place, file]
      expect(diffInventories(before, await inventoryOf(from))).toEqual([])
      expect(diffInventories(before, await inventoryOf(to))).toEqual([])
      rmSync(place.data_dir, { recursive: true })
    }
  },
)
