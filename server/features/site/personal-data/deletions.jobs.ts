import { type Context, now } from '../../../context.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { deletePerson } from './deletions.commands.ts'

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

export const deletionJobs = (root: Context): JobHandlers<'deletions.finish'> => ({
  'deletions.finish': () => finishDeletions(root),
})
