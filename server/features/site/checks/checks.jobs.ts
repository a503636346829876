import type { JobHandlers } from '../../../jobs/kinds.ts'

export const checkJobs = (): JobHandlers<'checks.answer'> => ({
  /** Nothing but a turn of the worker: that it was done is what the check waits for. */
  'checks.answer': () => Promise.resolve(),
})
