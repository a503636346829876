import type { Context } from '../../../context.ts'
import type { JobHandler, JobHandlers } from '../../../jobs/kinds.ts'
import { listDueDeletions } from './deletions.queries.ts'
import { deletePerson } from './deletions.commands.ts'

/** Finishes due deletions, each in a transaction of its own, so that one failure does not block the others. */
const finishDeletions =
  (root: Context): JobHandler<'deletions.finish'> =>
  async () => {
    const failures: unknown[] = []
    for (const id of await listDueDeletions(root)) {
      await root.transaction((ctx) => deletePerson(ctx, id)).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} deletions failed: ${String(failures[0])}`)
  }

export const deletionJobs = (ctx: Context): JobHandlers<'deletions.finish'> => ({
  'deletions.finish': finishDeletions(ctx),
})
