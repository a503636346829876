import { createReadStream } from 'node:fs'
import path from 'node:path'
import { FileStream } from '../../../../contract/streams.ts'
import { recordAudit } from '../../../audit/audit.ts'
import { parseBackupTime } from '../../../backups/make.ts'
import { compareOnThread, readBackupOnThread } from '../../../backups/thread.ts'
import type { Context } from '../../../context.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { makeAndRecordBackup } from './backups.commands.ts'
import { describeBackups, findBackup } from './backups.queries.ts'
import { backupDownloads, backupReads, linesToRestore, sumLost } from './backups.rules.ts'

/** Folder of the program. */
const PROGRAM = path.join(import.meta.dirname, '../../../..')
/** Databases of which a backup is being sent. */
const isBeingSent = new WeakSet<Context['database']>()

export const backups = {
  'backups.list': ({ ctx }) => Promise.resolve(describeBackups(ctx)),

  'backups.make': opensTransaction(({ ctx }) => {
    check(ctx.config.backups, 'backups.elsewhere')
    void makeAndRecordBackup(ctx)
    return Promise.resolve(describeBackups(ctx))
  }),

  'backups.rehearse': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    checkRecentlyConfirmed(ctx, viewer)
    const file = findBackup(ctx, input.name)
    await limits.count(backupReads, viewer.id)
    const { data_dir, database_url } = ctx.config
    const isEmbedded = database_url === undefined
    const compared = isEmbedded ? await compareOnThread(data_dir, file) : undefined
    if (compared === null) throw new Refusal('backups.damaged')
    const lost = compared ? sumLost(compared.lost) : null
    return {
      lost,
      deleted: compared ? compared.deletions.users.length + compared.deletions.prayers.length : 0,
      lines: linesToRestore({
        file,
        data_dir,
        program: PROGRAM,
        // Without the word the command refuses where something would be lost, and says what.
        may_lose: lost !== null && Object.values(lost).some((rows) => rows > 0),
      }),
    }
  }),

  'backups.read': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    const file = findBackup(ctx, input.name)
    await limits.count(backupReads, viewer.id)
    return { content: await readBackupOnThread(file) }
  }),

  // Outside a transaction: the file is long.
  'backups.download': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    checkRecentlyConfirmed(ctx, viewer)
    const file = findBackup(ctx, input.name)
    const { database } = ctx
    check(!isBeingSent.has(database), 'backups.busy')
    isBeingSent.add(database)
    try {
      await limits.count(backupDownloads, viewer.id)
      const to = parseBackupTime(file)
      const act = { action: 'backups.download' as const, target_type: 'backup', target_id: to, detail: { to } }
      await ctx.transaction((transaction) => recordAudit(transaction, viewer.id, act))
      const pieces = createReadStream(file)
      pieces.once('close', () => isBeingSent.delete(database))
      return new FileStream({ media_type: 'application/octet-stream', file_name: input.name, pieces })
    } catch (error) {
      isBeingSent.delete(database)
      throw error
    }
  }),
} satisfies Handlers<'backups'>
