import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { readVersion } from '../version.ts'
import { type BackupResult, type BackupSettings, listBackups, makeBackup } from './make.ts'
import { verifyBackup } from './manifest.ts'

// Copying and reading the whole database takes long: a separate thread keeps the server responsive.

type BackupTask = { what: 'make'; settings: BackupSettings } | { what: 'verify'; file: string }

async function runTask(task: BackupTask): Promise<BackupResult | null> {
  if (task.what === 'make') return await makeBackup(task.settings, readVersion(), () => new Date())
  await verifyBackup(task.file)
  return null
}

if (!isMainThread) {
  const made = await runTask(workerData as BackupTask)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(made)
}

function runOnThread(task: BackupTask): Promise<BackupResult | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task })
    worker.unref()
    worker.once('message', (made: BackupResult | null) => resolve(made))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The backup was cut off (${code}).`)))
  })
}

const pickSettings = ({ data_dir, database_url, backup_keep, backup_command }: BackupSettings): BackupSettings => ({
  data_dir,
  database_url,
  backup_keep,
  backup_command,
})

/** Runs `makeBackup` on a separate thread. */
export async function makeBackupOnThread(config: BackupSettings): Promise<BackupResult> {
  const made = await runOnThread({ what: 'make', settings: pickSettings(config) })
  if (made === null) throw new Error('The backup thread gave nothing.')
  return made
}

/**
 * Runs `verifyBackup` for the newest backup on a separate thread. Returns its path, or undefined when there is none.
 */
export async function verifyNewestBackup(config: BackupSettings): Promise<string | undefined> {
  const [file] = listBackups(config)
  if (file !== undefined) await runOnThread({ what: 'verify', file })
  return file
}
