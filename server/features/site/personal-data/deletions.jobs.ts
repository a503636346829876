import type { Context } from '../../../context.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { listDueDeletions } from './deletions.queries.ts'
import { deletePerson } from './deletions.commands.ts'

export const deletionJobs = (root: Context): JobHandlers<'deletions.finish'> => ({
  /** Finishes due deletions, each in a transaction of its own. */
  'deletions.finish': async () =>
    doEach(await listDueDeletions(root), (id) => root.transaction((ctx) => deletePerson(ctx, id))),
})
