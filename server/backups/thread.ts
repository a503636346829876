import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { readVersion } from '../version.ts'
import { type Made, type Settings, listBackups, makeBackup } from './make.ts'
import { verifyBackup } from './manifest.ts'

// Copying and reading everything takes a while: on a thread of its own nobody has to wait for it.

type Task = { what: 'make'; settings: Settings } | { what: 'verify'; file: string }

async function carryOut(task: Task): Promise<Made | null> {
  if (task.what === 'make') return await makeBackup(task.settings, readVersion(), () => new Date())
  await verifyBackup(task.file)
  return null
}

if (!isMainThread) {
  const made = await carryOut(workerData as Task)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(made)
}

function onThread(task: Task): Promise<Made | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task })
    worker.unref()
    worker.once('message', (made: Made | null) => resolve(made))
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The backup was cut off (${code}).`)))
  })
}

const pick = ({ data_dir, database_url, backup_keep, backup_command }: Settings): Settings => ({
  data_dir,
  database_url,
  backup_keep,
  backup_command,
})

/** As `makeBackup`, beside everything else. */
export async function makeBackupOnThread(config: Settings): Promise<Made> {
  const made = await onThread({ what: 'make', settings: pick(config) })
  if (made === null) throw new Error('The backup thread gave nothing.')
  return made
}

/** As `verifyBackup`, of the newest one. Gives its path, or undefined when there is none. */
export async function verifyNewest(config: Settings): Promise<string | undefined> {
  const [file] = listBackups(config)
  if (file !== undefined) await onThread({ what: 'verify', file })
  return file
}
