import { pino } from 'pino'
import type { RestoreOptions } from '../backups/restore.ts'
import { readConfig } from '../config.ts'
import { buildContext } from '../context.ts'
import { replayDeletions } from '../features/site/personal-data/deletion-replay.ts'

/** Goes back as the command does, with nothing newer to lose. */
export const restoring: RestoreOptions = {
  lose_newer: false,
  clock: () => new Date(),
  finish: async (data_dir, gone) => {
    const ctx = await buildContext(readConfig({ DATA_DIR: data_dir }), pino({ level: 'silent' }))
    try {
      await replayDeletions(ctx, gone)
    } finally {
      await ctx.close()
    }
  },
}
