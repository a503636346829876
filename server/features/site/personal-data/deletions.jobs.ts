import { type Context, now } from '../../../context.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { lockGroup } from '../../community/groups/groups.commands.ts'
import { deletePerson, handOver, listOwnedBySuspended } from './deletions.commands.ts'

/** Deletes everybody whose grace period has ended, each in a transaction of their own. */
async function finishDeletions(root: Context): Promise<void> {
  const due = await root.db
    .selectFrom('users')
    .select('id')
    .where('deletes_at', '<=', now(root))
    .where('status', '=', 'deleting')
    .orderBy('deletes_at')
    .execute()
  await doEach(due, ({ id }) => root.transaction((ctx) => deletePerson(ctx, id)))
}

/** Gives groups whose owners are suspended another one. Those stay owners, for the day on which they are let in again. */
async function replaceSuspendedOwners(root: Context): Promise<void> {
  await doEach(await listOwnedBySuspended(root), ({ group_id, user_id }) =>
    root.transaction(async (ctx) => {
      await lockGroup(ctx, group_id)
      await handOver(ctx, group_id, user_id)
    }),
  )
}

export const deletionJobs = (root: Context): JobHandlers<'deletions.finish'> => ({
  'deletions.finish': () => doEach([finishDeletions, replaceSuspendedOwners], (work) => work(root)),
})
