import { spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, it } from 'vitest'
import { CommandError } from '../cli/command.ts'
import { depth } from '../test/depth.ts'
import { newFolder, sharedFolder } from '../test/folder.ts'
import { makePrayer } from '../test/make.ts'
import { cleanEnvironment } from '../test/programs.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { requireRoom } from './folder.ts'
import { makeBackup } from './make.ts'
import { readSiteKey, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readSeal, sealBackup } from './seal.ts'

/** Number of pairs of bytes that are changed, one after the other. */
const PAIRS = depth.changed_pairs
const FORMER = JSON.stringify({ format: 1 }).slice(1, -1)

const folder = sharedFolder()
const app = sharedTestApp({ folder })
let file: string
let key: Buffer
beforeAll(async () => {
  await makePrayer(app.ctx, await app.person('hannah'))
  file = (await makeBackup(app.ctx.config, '0.1.0', app.ctx.clock)).file
  key = readFileSync(path.join(folder, 'token.key'))
})

const restore = (data_dir: string, from: string, other_site = false) =>
  restoreBackup({ data_dir, database_url: undefined }, from, {
    lose_newer: true,
    other_site,
    clock: () => new Date(),
    finish: () => Promise.resolve(),
  })

/** Returns the backup as a version without seals made it. */
function makeUnsealed(): string {
  const copy = path.join(newFolder(), 'old.backup')
  copyFileSync(file, copy)
  strip(copy)
  const database = new DatabaseSync(copy)
  database.exec(`update oremus_backup set manifest = replace(manifest, '"format":2', '${FORMER}')`)
  database.close()
  return copy
}

function strip(copy: string): void {
  const bytes = readFileSync(copy)
  truncateSync(copy, bytes.lastIndexOf('\noremus backup sha256 '))
}

describe('the seal of a backup', () => {
  it(
    'shows any two changed bytes before anything else is read, its own bytes included',
    { timeout: 120_000 },
    async () => {
      const whole = readFileSync(file)
      const copy = path.join(newFolder(), 'a.backup')
      const seal = whole.lastIndexOf('\noremus backup sha256 ')
      const pairs = Array.from({ length: PAIRS }, () => [randomInt(whole.length), randomInt(whole.length)])
      // Bytes of the seal, with one that makes the manifest claim that there is none.
      const format = whole.indexOf('"format":2') + '"format":'.length
      for (let at = seal; at < whole.length; at += depth.seal_step) pairs.push([at, format], [at, at])
      const unnoticed: number[][] = []
      for (const pair of pairs) {
        const bytes = Buffer.from(whole)
        for (const at of new Set(pair)) bytes[at] = (bytes[at] ?? 0) ^ (at === format ? 3 : randomInt(1, 256))
        writeFileSync(copy, bytes)
        const refusal = await verifyBackup(copy, key).then(() => undefined, String)
        if (!refusal?.includes('damaged')) unnoticed.push(pair)
      }
      expect(unnoticed).toEqual([])
    },
  )

  it.each([
    ['its end is missing', (copy: string) => truncateSync(copy, readFileSync(copy).length - 1)],
    ['its seal is missing', strip],
    ['something was added', (copy: string) => appendFileSync(copy, 'x')],
    ['a page was added', (copy: string) => appendFileSync(copy, Buffer.alloc(4096))],
    ['it is empty', (copy: string) => truncateSync(copy, 0)],
  ])('refuses a file when %s', async (_, harm) => {
    const copy = path.join(newFolder(), 'a.backup')
    copyFileSync(file, copy)
    harm(copy)
    await expect(verifyBackup(copy, key)).rejects.toThrow(/damaged|isn’t a backup/)
  })

  it.each([
    ['is not there', () => path.join(folder, 'none.backup'), 'doesn’t exist'],
    ['is a folder', newFolder, 'isn’t a file. Name a backup'],
    ['is below a file', () => path.join(file, 'a.backup'), 'doesn’t exist'],
  ])('says in one sentence that what was named %s', async (_, make, sentence) => {
    const refusal = await verifyBackup(make(), key).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CommandError)
    expect(String(refusal)).toContain(sentence)
  })

  it('is not put in place where the disk has no room for it', () => {
    const huge = path.join(newFolder(), 'huge.backup')
    writeFileSync(huge, '')
    truncateSync(huge, 2 ** 43)
    const site = newFolder()
    expect(() => requireRoom(site, huge, 'going back')).toThrow(
      /^The disk with the folder .* has \d+ MB left, and going back needs 8796102 MB\. Make room\. Nothing was changed\.$/,
    )
    expect(() => requireRoom(site, file, 'going back')).not.toThrow()
  })

  // On a read-only disk it is the same to SQLite; to make one takes rights that tests do not have.
  it.runIf(process.getuid?.() === 0)('does not advise to lose a database that only cannot be opened', async () => {
    const nobody = 65_534
    const site = newFolder()
    await restore(site, file)
    copyFileSync(file, path.join(site, 'a.backup'))
    for (const name of ['', 'token.key', 'a.backup', 'in-use.lock']) chownSync(path.join(site, name), nobody, nobody)
    const { status, stderr } = spawnSync(process.execPath, ['server/cli/restore.ts', path.join(site, 'a.backup')], {
      env: { ...cleanEnvironment, DATA_DIR: site },
      encoding: 'utf8',
      uid: nobody,
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`The folder ${site} can’t be written to.`)])
    expect(stderr).not.toContain('--lose-newer')
  })

  it('says that this site made it, on this site, and that nobody knows on a new machine', async () => {
    expect((await verifyBackup(file, readSiteKey({ data_dir: folder }))).origin).toBe('this_site')
    expect(readSiteKey({ data_dir: newFolder() })).toBe(undefined)
    expect((await verifyBackup(file)).origin).toBe('unknown_site')
  })

  it('keeps a site from being replaced by another’s, unless that is wanted', async () => {
    const other = newFolder()
    writeFileSync(path.join(other, 'token.key'), randomBytes(32))
    await expect(restore(other, file)).rejects.toThrow('--other-site')
    expect(readdirSync(other)).toEqual(['token.key'])
    expect((await restore(other, file, true)).origin).toBe('other_site')
    expect(readFileSync(path.join(other, 'token.key')).equals(key)).toBe(true)
  })

  it('cannot be made by somebody who has only the file of another key', async () => {
    const forged = path.join(newFolder(), 'forged.backup')
    copyFileSync(file, forged)
    strip(forged)
    await sealBackup(forged, randomBytes(32))
    await expect(verifyBackup(forged)).rejects.toThrow('damaged')
  })

  it('is missing in older backups, which are restored with a warning', async () => {
    const old = makeUnsealed()
    expect((await verifyBackup(old, key)).origin).toBe('unsigned')
    const site = newFolder()
    expect((await restore(site, old)).origin).toBe('unsigned')
    expect(existsSync(path.join(site, 'oremus.db'))).toBe(true)
  })

  it('does not get into the database of a site', async () => {
    const site = newFolder()
    await restore(site, file)
    expect(readFileSync(path.join(site, 'oremus.db')).includes('oremus backup sha256')).toBe(false)
    expect((await readSeal(path.join(site, 'oremus.db'))).signature).toBe(undefined)
  })
})
