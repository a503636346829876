import { z } from 'zod'
import type { BackupSettings } from '../backups/make.ts'
import type { Context } from '../context.ts'
import { readStoredSetting } from '../db/settings-cache.ts'

/** The key under which the second place of backups is stored. It is tried before it is kept, so it is no setting like others. */
export const BACKUP_PLACE_SETTING = 'backup_place'

const StoredPlace = z.object({ folder: z.string() })

/** Returns the folder to which backups are copied; null when there is none. */
export async function readBackupPlace({ db }: Pick<Context, 'db'>): Promise<string | null> {
  const row = await readStoredSetting(db, BACKUP_PLACE_SETTING)
  return StoredPlace.safeParse(row?.value).data?.folder ?? null
}

/** How backups are made: as the environment and administrators say. */
export const readBackupSettings = async (ctx: Pick<Context, 'db' | 'config'>): Promise<BackupSettings> => ({
  ...ctx.config,
  second_place: (await readBackupPlace(ctx)) ?? undefined,
})

/** True when somebody has chosen where backups go: to a second place, by a command, or by other tools. */
export const hasSecondPlace = async ({ db, config }: Pick<Context, 'db' | 'config'>): Promise<boolean> =>
  !config.backups || config.backup_command !== undefined || (await readBackupPlace({ db })) !== null
