import { readBackupOnThread } from '../../../backups/thread.ts'
import { check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { makeAndRecordBackup } from './backups.commands.ts'
import { describeBackups, findBackup } from './backups.queries.ts'
import { backupReads } from './backups.rules.ts'

export const backups = {
  'backups.list': ({ ctx }) => Promise.resolve(describeBackups(ctx)),

  'backups.make': opensTransaction(({ ctx }) => {
    check(ctx.config.backups, 'backups.elsewhere')
    void makeAndRecordBackup(ctx)
    return Promise.resolve(describeBackups(ctx))
  }),

  'backups.read': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    const file = findBackup(ctx, input.name)
    await limits.count(backupReads, viewer.id)
    return { content: await readBackupOnThread(file) }
  }),
} satisfies Handlers<'backups'>
