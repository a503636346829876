import type { CompiledQuery, Dialect } from 'kysely'
import type { Logger } from 'pino'

/** The way in which processes that share a database learn of each other's commits. */
export interface Signals {
  /** Notifies the other processes once its transaction is committed; undefined where they poll. */
  statement?: CompiledQuery
  /** Called after each commit of this process. */
  committed(): void
  /**
   * Calls `changed` after every commit of another process and after a lost connection. Returns a function that stops
   * listening.
   */
  listen(changed: () => void, log: Logger): () => Promise<void>
}

/** The differences between the two engines. Only `sqlite.ts` and `postgres.ts` create one. */
export interface Engine {
  dialect: Dialect
  name: 'sqlite' | 'postgres'
  /** Closes a connection that is open before the first query, with or without one. May be called again. */
  close?(): void
  /** True for transient errors: busy, full, read-only, shutting down, connection lost. */
  isUnavailable(error: unknown): boolean
  /** True when another program holds the write lock, which only happens with the embedded file. */
  isLocked(error: unknown): boolean
  /** Disables waiting for that lock once people are served, because a waiting statement blocks everybody else. */
  disableLockWait?(): void
  /** True when a unique constraint refused a row. */
  isDuplicate(error: unknown): boolean
  /** True when a text holds U+0000, which only the embedded engine takes. */
  isUnstorable(error: unknown): boolean
  /** Limits the wait for each answer once people are served, in case the database server falls silent. */
  limitWait?(): void
  /**
   * True when what was written may not have reached the disk: what follows would rest on it, so the process must end.
   */
  isSyncFailure(error: unknown): boolean
  /** Tells processes about the commits of others, when several may share the database. */
  signals?: Signals
  /** Copies the whole database, as of one moment, into a new or empty file. Runs on a separate thread. */
  copyTo?(file: string): Promise<void>
  /** Updates the planner's statistics, so that it chooses the right index. Cheap when little has changed. */
  optimize(): Promise<void>
  /** Describes the database for administrators. */
  describe(): Promise<{ engine: 'sqlite' | 'postgres'; engine_version: string; bytes: number }>
  /**
   * Checks that the stored data can be trusted. `quick_check`: every page of the file was checked, off the main thread.
   * `consistent_read`: several tables were read as of one moment; the database server checks its own files.
   */
  checkIntegrity(): Promise<{ how: 'quick_check' | 'consistent_read'; is_whole: boolean }>
  /** Returns the time of the database's clock, ISO 8601. The embedded one uses the machine's. */
  time(): Promise<string>
  /** Returns the lines of the query plan, for tests and benchmarks. */
  explain(sql: string, parameters: readonly unknown[]): Promise<string[]>
}

/**
 * The embedded file is damaged. The server does not start, because that could destroy data that can still be recovered.
 */
export class DamagedDatabaseError extends Error {
  constructor(file: string) {
    super(
      `The database file ${file} is damaged or isn’t a database. We haven’t touched it. ` +
        'Put back a backup, or move the file and token.key away to start with an empty site.',
    )
  }
}

/** The tables do not match this program, or some are missing. Nothing was changed. */
export class SchemaError extends Error {}
