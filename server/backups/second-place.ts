import { constants } from 'node:fs'
import { copyFile, open, readFile, readdir, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeRoom } from './folder.ts'
import { BACKUP_NAME, selectOutdated } from './names.ts'
import { readSeal, signDigest } from './seal.ts'

/** The outcome of copying a backup. `only_here`: no second place is set. */
export type CopyOutcome = 'only_here' | 'copied' | 'place_missing' | 'place_full' | 'place_refused'

/** Why a folder cannot be the second place. */
export type PlaceProblem = 'missing' | 'inside' | 'taken' | 'full' | 'refused'

/**
 * Marks a folder as the second place of one site. Where a drive is not plugged in, its folder is often there and empty: without
 * the mark the copies would fill the first drive.
 */
const MARK = 'oremus-backups.txt'
const markOf = async (data_dir: string): Promise<string> =>
  `Oremus keeps copies of its backups in this folder.\n${signDigest(await readFile(path.join(data_dir, 'token.key')), 'second place')}\n`

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined)

const problemOf = (error: unknown): 'missing' | 'full' | 'refused' => {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENODEV' || code === 'ESTALE') return 'missing'
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'refused'
}

const isWithin = (folder: string, inside: string): boolean => `${inside}${path.sep}`.startsWith(`${folder}${path.sep}`)

/** Reads the mark of a folder; undefined when it has none. */
async function readMark(folder: string): Promise<string | undefined> {
  try {
    return await readFile(path.join(folder, MARK), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Tries a folder as the second place, and marks it. `off_limits`: folders in which it may not lie, such as the one that it is to
 * save. `bytes`: what must be free. Returns its real path, or what is wrong with it.
 */
export async function claimPlace(
  folder: string,
  { data_dir, off_limits, bytes }: { data_dir: string; off_limits: string[]; bytes: number },
): Promise<{ folder: string } | { problem: PlaceProblem }> {
  if (!path.isAbsolute(folder)) return { problem: 'missing' }
  try {
    const real = await realpath(folder)
    if (!(await stat(real)).isDirectory()) return { problem: 'missing' }
    const closed = await Promise.all([data_dir, ...off_limits].map((one) => realpath(one)))
    if (closed.some((one) => isWithin(one, real))) return { problem: 'inside' }
    const { bavail, bsize } = await statfs(real)
    if (bavail * bsize < bytes) return { problem: 'full' }
    const mark = await markOf(data_dir)
    const found = await readMark(real)
    if (found !== undefined && found !== mark) return { problem: 'taken' }
    // Also where it is there: the folder may be read-only by now.
    await writeFile(path.join(real, MARK), mark)
    return { folder: real }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** Ends the name of a copy until it is whole. */
const PARTIAL = '.partial'
const isPartial = (name: string): boolean => name.endsWith(PARTIAL) && BACKUP_NAME.test(name.slice(0, -PARTIAL.length))

/** Copies a file, and gives the copy its name once it is read back the same. */
async function copyVerified(file: string, copy: string): Promise<void> {
  const partial = `${copy}${PARTIAL}`
  await copyFile(file, partial, constants.COPYFILE_EXCL)
  const handle = await open(partial, 'r')
  await handle.sync()
  await handle.close()
  if ((await readSeal(partial)).digest !== (await readSeal(file)).digest) throw new Error('The copy differs.')
  await rename(partial, copy)
}

/**
 * Copies a backup to the second place, unless it is there, and removes older ones than `keep` days from it: before, where there is no room
 * beside them.
 */
export async function copyToPlace(
  file: string,
  { data_dir, folder, keep }: { data_dir: string; folder: string; keep: number },
): Promise<CopyOutcome> {
  try {
    if ((await readMark(folder)) !== (await markOf(data_dir))) return 'place_missing'
    const found = await readdir(folder)
    // Nobody else would ever remove the rests of copies that were cut off.
    for (const partial of found.filter((one) => isPartial(one))) await rm(path.join(folder, partial))
    const names = found.filter((name) => BACKUP_NAME.test(name))
    const name = path.basename(file)
    if (!names.includes(name)) {
      const next = path.join(folder, name)
      const backups = names
        .toSorted()
        .toReversed()
        .map((one) => path.join(folder, one))
      makeRoom(folder, { next, file, backups, keep })
      await copyVerified(file, next)
    }
    const kept = [...new Set([...names, name])].toSorted().toReversed()
    // Some may have gone before it.
    for (const old of selectOutdated(kept, keep)) if (old !== name) await rm(path.join(folder, old), { force: true })
    return 'copied'
  } catch (error) {
    return `place_${problemOf(error)}`
  }
}
