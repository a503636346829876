import { statSync } from 'node:fs'
import path from 'node:path'
import type { Backups } from '../../../../contract/backups.ts'
import { listBackups } from '../../../backups/make.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import { isMakingBackup } from '../../../backups/thread.ts'
import type { Context } from '../../../context.ts'
import { readBackupPlace } from '../../../settings/backup-place.ts'
import { Refusal } from '../../../http/errors.ts'

/** The backups in the data folder, and how they are made. */
export async function describeBackups({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Backups> {
  return {
    is_daily: config.backups,
    engine: config.database_url === undefined ? 'sqlite' : 'postgres',
    keep: config.backup_keep,
    has_command: config.backup_command !== undefined,
    place: await readBackupPlace({ db }),
    is_being_made: isMakingBackup(config),
    items: listBackups(config).flatMap((file) => {
      // One may be removed meanwhile.
      const found = statSync(file, { throwIfNoEntry: false })
      return found ? [{ name: path.basename(file), created_at: parseBackupTime(file), bytes: found.size }] : []
    }),
  }
}

/** Returns the file of a listed backup. A name is only compared with those of the list, so it leads nowhere else. */
export function findBackup({ config }: Pick<Context, 'config'>, name: string): string {
  const file = listBackups(config).find((one) => path.basename(one) === name)
  if (file === undefined) throw new Refusal('backups.not_found')
  return file
}
