import type { Db } from '../db/open.ts'
import type { RunningJob } from './queue.ts'

/** The part of the context, which lies above it, that this module needs. */
interface Transactional {
  db: Db
  transaction<Result>(work: (context: this) => Promise<Result>): Promise<Result>
}

/**
 * Makes the handler of a job whose work is one transaction of `root`: the job is noted as done in that transaction, so that a
 * process that dies between the two does not leave it to be done twice.
 */
export const doneOnce =
  <Root extends Transactional, Payload>(root: Root, work: (context: Root, payload: Payload) => Promise<void>) =>
  (payload: Payload, job: RunningJob): Promise<void> =>
    root.transaction(async (context) => {
      await work(context, payload)
      await job.finish(context.db)
    })

/** Makes the handler of a job that does a page at a time, each in a transaction of its own, until none is left. */
export const untilDone =
  <Root extends Transactional>(root: Root, page: (context: Root) => Promise<boolean>) =>
  async (): Promise<void> => {
    while (await root.transaction(page));
  }
