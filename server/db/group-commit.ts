import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { Db, OpenDatabase } from './open.ts'
import type { Schema } from './schema.ts'

/** Works in one commit. As many requests run at once as the gate has places. */
const MAX_WORKS = 32
/** Time after which no further work of a commit begins, because readers wait meanwhile. Milliseconds. */
const MAX_WORKING_MS = 20
/**
 * How long a transaction waits for another program that writes to the embedded file, and the retry interval.
 * Milliseconds.
 */
const LOCK_TIMEOUT_MS = 1000
const LOCK_RETRY_INTERVAL_MS = 50

type Outcome = { is_done: true } | { is_done: false; error: unknown }

interface Work {
  /** Does the work in a transaction. */
  run: (db: Db) => Promise<void>
  /** Called once, after the commit, or with why nothing of this work was stored. */
  settle: (outcome: Outcome) => void
  outcome?: Outcome
}

/**
 * Commits the transactions of several requests together, because each commit of the embedded file waits for the disk, and
 * everybody with it. Works run one after the other, each sees what those before it did, and none is told of success before
 * the commit of all is on the disk. One that fails is undone alone. When the commit itself fails, nothing of any is stored
 * and all fail.
 */
export class GroupCommit {
  readonly #db: Kysely<Schema>
  readonly #engine: Engine
  readonly #queue: Work[] = []
  readonly #max_working_ms: number
  #isRunning = false

  constructor({ db, engine }: OpenDatabase, { max_working_ms = MAX_WORKING_MS } = {}) {
    this.#db = db
    this.#engine = engine
    this.#max_working_ms = max_working_ms
  }

  /** Runs the work in a transaction, perhaps together with others, and resolves once it is committed. */
  run<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: Result
      this.#queue.push({
        run: async (db) => {
          result = await work(db)
        },
        settle: (outcome) => {
          if (outcome.is_done) resolve(result)
          // eslint-disable-next-line prefer-promise-reject-errors
          else reject(outcome.error)
        },
      })
      if (!this.#isRunning) void this.#runAll()
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#queue.length > 0) {
      await this.#collect()
      const works = this.#queue.splice(0, MAX_WORKS)
      try {
        await this.#commit(works)
        for (const work of works) work.settle(work.outcome ?? { is_done: true })
      } catch (error) {
        for (const work of works)
          work.settle(work.outcome?.is_done === false ? work.outcome : { is_done: false, error })
      }
    }
    this.#isRunning = false
  }

  /** Waits while every turn of the event loop brings another work. One that is alone waits a single turn. */
  async #collect(): Promise<void> {
    for (let before = 0; before < this.#queue.length && this.#queue.length < MAX_WORKS;) {
      before = this.#queue.length
      // The embedded engine responds synchronously: consecutive transactions would block the event loop.
      await nextTurn()
    }
  }

  async #commit(works: Work[]): Promise<void> {
    const began = performance.now()
    for (let hasBegun = false; ;) {
      try {
        return await this.#db.transaction().execute(async (transaction) => {
          hasBegun = true
          const [first] = works
          if (works.length === 1 && first) return await first.run(transaction)
          const until = performance.now() + this.#max_working_ms
          for (const [index, work] of works.entries()) {
            if (performance.now() > until) return void this.#queue.unshift(...works.splice(index))
            work.outcome = await runAlone(transaction, work)
          }
        })
      } catch (error) {
        // Waiting here instead of in the engine lets others read meanwhile.
        if (hasBegun || !this.#engine.isLocked(error) || performance.now() - began > LOCK_TIMEOUT_MS) throw error
        await sleep(LOCK_RETRY_INTERVAL_MS)
      }
    }
  }
}

/** Runs a work that is undone alone when it fails. Rejects when the engine has undone the whole transaction. */
async function runAlone(transaction: Db, { run }: Work): Promise<Outcome> {
  await sql`savepoint work`.execute(transaction)
  try {
    await run(transaction)
  } catch (error) {
    try {
      await sql`rollback to work`.execute(transaction)
      await sql`release work`.execute(transaction)
    } catch {
      // After a full disk, for one: then the first error says why.
      throw error
    }
    return { is_done: false, error }
  }
  await sql`release work`.execute(transaction)
  return { is_done: true }
}
