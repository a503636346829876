import type { Context } from '../../../context.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandler, JobHandlers } from '../../../jobs/kinds.ts'
import { listDueDeletions } from './deletions.queries.ts'
import { deletePerson } from './deletions.commands.ts'

/** Finishes due deletions, each in a transaction of its own. */
const finishDeletions =
  (root: Context): JobHandler<'deletions.finish'> =>
  async () =>
    doEach(await listDueDeletions(root), (id) => root.transaction((ctx) => deletePerson(ctx, id)))

export const deletionJobs = (ctx: Context): JobHandlers<'deletions.finish'> => ({
  'deletions.finish': finishDeletions(ctx),
})
