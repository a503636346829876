import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { engine } from './app.ts'

/** Fails one statement of the database, counted from now, on either engine. */
export class FailingStatements {
  #left = Infinity
  #count = 0
  readonly #undo: (() => void)[] = []

  constructor() {
    if (engine === 'postgres') this.#hookPostgres()
    else this.#hookSqlite()
  }

  /** Lets the `nth` statement from now fail, once. The first is 1. */
  arm(nth: number): void {
    this.#left = nth
    this.#count = 0
  }

  /** Lets everything pass again. Returns the number of statements since `arm`, and whether the one that was to fail came. */
  disarm(): { count: number; hasFailed: boolean } {
    const hasFailed = this.#left <= 0
    this.#left = Infinity
    return { count: this.#count, hasFailed }
  }

  stop(): void {
    for (const undo of this.#undo) undo()
  }

  /** Undoing what has failed must not fail: no program can do without. */
  #isNext(text: string): boolean {
    if (/^rollback/i.test(text)) return false
    this.#count += 1
    this.#left -= 1
    return this.#left === 0
  }

  #hookSqlite(): void {
    for (const name of ['all', 'run', 'iterate'] as const) {
      const before = StatementSync.prototype[name] as (this: StatementSync, ...values: never[]) => unknown
      const isNext = (text: string): boolean => this.#isNext(text)
      const hooked = function hooked(this: StatementSync, ...values: never[]): unknown {
        if (isNext(this.sourceSQL)) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
        return before.apply(this, values)
      }
      Object.assign(StatementSync.prototype, { [name]: hooked })
      this.#undo.push(() => void Object.assign(StatementSync.prototype, { [name]: before }))
    }
  }

  /** The server gets a statement that fails instead, because an error ends its transaction. */
  #hookPostgres(): void {
    const before = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...values: unknown[]) => unknown
    const isNext = (text: string): boolean => this.#isNext(text)
    const hooked = function hooked(this: pg.Client, query: unknown, ...values: unknown[]): unknown {
      const text = typeof query === 'string' ? query : ''
      return isNext(text) ? before.call(this, 'select 1 / 0') : before.call(this, query, ...values)
    }
    Object.assign(pg.Client.prototype, { query: hooked })
    this.#undo.push(() => void Object.assign(pg.Client.prototype, { query: before }))
  }
}
