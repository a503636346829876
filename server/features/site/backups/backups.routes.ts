import { createReadStream } from 'node:fs'
import path from 'node:path'
import { FileStream } from '../../../../contract/streams.ts'
import { recordAudit } from '../../../audit/audit.ts'
import { parseBackupTime } from '../../../backups/names.ts'
import { claimPlace } from '../../../backups/second-place.ts'
import { compareOnThread, readBackupOnThread } from '../../../backups/thread.ts'
import type { Context } from '../../../context.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { keepBackupPlace, makeAndRecordBackup } from './backups.commands.ts'
import { describeBackups, findBackup } from './backups.queries.ts'
import { backupDownloads, backupReads, linesToRestore, placeTries, sumLost } from './backups.rules.ts'

/** Folder of the program. */
const PROGRAM = path.join(import.meta.dirname, '../../../..')
/** Databases of which a backup is being sent. */
const isBeingSent = new WeakSet<Context['database']>()

export const backups = {
  'backups.list': ({ ctx }) => describeBackups(ctx),

  'backups.make': opensTransaction(async ({ ctx: root, once }) => {
    check(root.config.backups, 'backups.elsewhere')
    return await once(async (ctx) => {
      ctx.afterCommit(() => void makeAndRecordBackup(root))
      return { ...(await describeBackups(ctx)), is_being_made: true }
    })
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
      deleted: compared?.deletions ? compared.deletions.users.length + compared.deletions.prayers.length : 0,
      lines: linesToRestore({
        file,
        data_dir,
        program: PROGRAM,
        // Without the word the command refuses where something would be lost, and says what.
        may_lose: lost !== null && Object.values(lost).some((rows) => rows > 0),
        is_embedded: isEmbedded,
      }),
    }
  }),

  // Outside a transaction: a drive may be slow.
  'backups.set_place': opensTransaction(async ({ ctx: root, once, limits, viewer, input }) => {
    const { config } = root
    check(config.backups, 'backups.elsewhere')
    checkRecentlyConfirmed(root, viewer)
    await limits.count(placeTries, viewer.id)
    let folder: string | null = null
    if (input.folder !== null) {
      const [newest] = (await describeBackups(root)).items
      // Files of the program's folder may be sent to anybody.
      const rules = { data_dir: config.data_dir, off_limits: [PROGRAM], bytes: 2 * (newest?.bytes ?? 0) }
      const claimed = await claimPlace(input.folder, rules)
      if ('problem' in claimed) throw new Refusal(`backups.place_${claimed.problem}`)
      folder = claimed.folder
    }
    return await once(async (ctx) => {
      await keepBackupPlace(ctx, viewer.id, folder)
      const isChosen = folder !== null
      if (isChosen) ctx.afterCommit(() => void makeAndRecordBackup(root))
      const state = await describeBackups(ctx)
      return { ...state, is_being_made: isChosen || state.is_being_made }
    })
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
