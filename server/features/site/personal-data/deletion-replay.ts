import type { Deletions } from '../../../backups/deletions.ts'
import type { Context } from '../../../context.ts'
import { deleteCases } from '../../community/prayers/care-cases.commands.ts'
import { deletePrayers } from '../../community/prayers/prayers.commands.ts'
import { deletePerson } from './deletions.commands.ts'

const BATCH = 200
/** Any time in the past. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/**
 * Repeats the deletions that were made between a backup and its restore. Deletes only the named requests of a user; the
 * others stay, anonymized. `with_case`: of the requests, those whose author may be in danger still. A deletion that was planned or taken
 * back meanwhile stays so.
 */
export async function replayDeletions(
  root: Context,
  { users, prayers, with_case = [], plans = [], readers = [] }: Deletions,
): Promise<void> {
  for (let start = 0; start < prayers.length; start += BATCH) {
    await root.transaction(async (ctx) => {
      const some = prayers.slice(start, start + BATCH)
      await deletePrayers(ctx, some)
      const ended = some.filter((id) => !with_case.includes(id))
      await deleteCases(ctx.db, ended)
    })
  }
  for (let start = 0; start < readers.length; start += BATCH) {
    const some = readers.slice(start, start + BATCH)
    await root.transaction(({ db }) => db.deleteFrom('group_readers').where('id', 'in', some).execute())
  }
  for (const { id, ...plan } of plans)
    await root.transaction(({ db }) => db.updateTable('users').set(plan).where('id', '=', id).execute())
  for (const id of users) {
    await root.transaction(async (ctx) => {
      await ctx.db
        .updateTable('users')
        .set({ status: 'deleting', deletes_at: LONG_AGO, deletes_prayers: false })
        .where('id', '=', id)
        .execute()
      await deletePerson(ctx, id)
    })
  }
}
