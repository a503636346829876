import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import path from 'node:path'
import { readVersion } from '../version.ts'
import { type BackupSettings, type MadeBackup, copyNewestBackup, makeBackup } from './make.ts'
import { type BackupContent, readContent } from './manifest.ts'
import { type Comparison, compareWithBackup } from './restore.ts'
import type { CopyOutcome } from './second-place.ts'

// Copying and reading the whole database takes long: a separate thread keeps the server responsive.

const tasks = {
  make: (settings: BackupSettings): Promise<MadeBackup> => makeBackup(settings, readVersion(), () => new Date()),
  copy: (settings: BackupSettings): Promise<CopyOutcome> => copyNewestBackup(settings),
  read: (file: string): Promise<BackupContent | null> => readContent(file),
  compare: async ({ data_dir, file }: { data_dir: string; file: string }): Promise<Comparison | null> =>
    (await readContent(file)) && (compareWithBackup(path.join(data_dir, 'oremus.db'), file) ?? null),
}
type Tasks = typeof tasks
type Answer<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>

if (!isMainThread) {
  const { name, input } = workerData as { name: keyof Tasks; input: never }
  const answer = await tasks[name](input)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
}

function runOnThread<Name extends keyof Tasks>(name: Name, input: Parameters<Tasks[Name]>[0]): Promise<Answer<Name>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { name, input } })
    worker.unref()
    worker.once('message', (answer: Answer<Name>) => resolve(answer))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`Work on a backup was cut off (${code}).`)))
  })
}

/** The backup that is being made of each data folder. */
const making = new Map<string, Promise<MadeBackup>>()

/** Runs `makeBackup` on a separate thread. Who asks while one is being made gets that one. */
export function makeBackupOnThread(config: BackupSettings): Promise<MadeBackup> {
  const { data_dir } = config
  const running = making.get(data_dir) ?? runOnThread('make', config).finally(() => making.delete(data_dir))
  making.set(data_dir, running)
  return running
}

/** Runs `copyNewestBackup` on a separate thread. */
export const copyNewestOnThread = (config: BackupSettings): Promise<CopyOutcome> => runOnThread('copy', config)

/** True while this process makes a backup. */
export const isMakingBackup = ({ data_dir }: Pick<BackupSettings, 'data_dir'>): boolean => making.has(data_dir)

/** Runs `readContent` on a separate thread. */
export const readBackupOnThread = (file: string): Promise<BackupContent | null> => runOnThread('read', file)

/**
 * Runs `compareWithBackup` on a separate thread, with the embedded database of a data folder. Null: the backup is damaged, or the
 * database cannot be read.
 */
export const compareOnThread = (data_dir: string, file: string): Promise<Comparison | null> =>
  runOnThread('compare', { data_dir, file })
