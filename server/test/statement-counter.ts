import { StatementSync } from 'node:sqlite'

/** Holds what one act did on the embedded database. */
export interface Counted {
  /** Statements as text, in their order, `begin` and `commit` included. */
  statements: string[]
  /** Commits that changed something, each of which waits for the disk. A statement outside of a transaction is one. */
  commits: number
}

const isWrite = (text: string): boolean => /^(insert|update|delete|replace)/i.test(text)

/** Counts the statements and the durable commits of every embedded database of this process. */
export class StatementCounter {
  #statements: string[] = []
  #commits = 0
  #is_open = false
  #has_changed = false
  readonly #undo: (() => void)[] = []

  constructor() {
    for (const name of ['all', 'run'] as const) {
      const before = StatementSync.prototype[name] as (this: StatementSync, ...values: never[]) => unknown
      const note = (text: string, result: unknown): void => this.#note(text, result)
      const hooked = function hooked(this: StatementSync, ...values: never[]): unknown {
        const result = before.apply(this, values)
        note(this.sourceSQL, result)
        return result
      }
      Object.assign(StatementSync.prototype, { [name]: hooked })
      this.#undo.push(() => void Object.assign(StatementSync.prototype, { [name]: before }))
    }
  }

  /** Runs an act and returns what it did. */
  async count(act: () => Promise<unknown>): Promise<Counted> {
    this.#statements = []
    this.#commits = 0
    await act()
    return { statements: this.#statements, commits: this.#commits }
  }

  stop(): void {
    for (const undo of this.#undo) undo()
  }

  #note(text: string, result: unknown): void {
    this.#statements.push(text)
    if (/^begin/i.test(text)) [this.#is_open, this.#has_changed] = [true, false]
    else if (/^(commit|rollback)$/i.test(text)) {
      this.#commits += Number(this.#has_changed && /^commit/i.test(text))
      ;[this.#is_open, this.#has_changed] = [false, false]
    } else if (isWrite(text) && changes(result) > 0) {
      if (this.#is_open) this.#has_changed = true
      else this.#commits += 1
    }
  }
}

/** Rows that a statement changed: those it returns, or their number. */
const changes = (result: unknown): number =>
  Array.isArray(result) ? result.length : Number((result as { changes: number | bigint }).changes)
