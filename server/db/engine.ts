import type { CompiledQuery, Dialect } from 'kysely'

/** What the two engines differ in. Only `sqlite.ts` and `postgres.ts` make one. */
export interface Engine {
  dialect: Dialect
  name: 'sqlite' | 'postgres'
  /** Column types for migrations. */
  types: { id: string; time: string; json: string; flag: string; real: string; serial: string }
  /** True for errors that pass by themselves: busy, full, read-only, shutting down, connection lost. */
  isUnavailable(error: unknown): boolean
  /** True when another program holds the lock for writing: only the embedded file has such. */
  isLocked(error: unknown): boolean
  /** From now on people are served: a statement must not wait for that lock, since everybody else would have to wait for it. */
  disableLockWait?(): void
  /** True when a unique constraint refused a row. */
  isDuplicate(error: unknown): boolean
  /** Where several processes may share the database: how they tell each other that something was changed. */
  signals?: {
    /** Tells the others, once its transaction is committed. */
    statement: CompiledQuery
    /** Calls `changed` after every commit of another process, and after a connection that was lost. Gives what ends that. */
    listen(changed: () => void): () => Promise<void>
  }
  /** Writes a copy of the whole database, as it is at one moment, into a new or empty file. On a thread of its own. */
  copyTo?(file: string): Promise<void>
  /** Lets the planner know how the tables are filled, so that it chooses the right index. Cheap when little has changed. */
  optimize(): Promise<void>
  /** What there is: for those who run the site. */
  describe(): Promise<{ engine: 'sqlite' | 'postgres'; engine_version: string; bytes: number }>
  /**
   * Looks whether what is stored can be trusted. `quick_check`: every page of the file was looked at, off the main thread.
   * `consistent_read`: several tables were read as they were at one moment; the server looks after its own files.
   */
  checkIntegrity(): Promise<{ how: 'quick_check' | 'consistent_read'; is_whole: boolean }>
  /** The time by the clock of the database, ISO 8601. The embedded one has the machine's. */
  time(): Promise<string>
  /** The lines of the query plan. For tests and the bench. */
  explain(sql: string, parameters: readonly unknown[]): Promise<string[]>
}

/** The embedded file cannot be trusted. Starting would risk what can still be saved, so the server does not. */
export class DamagedDatabaseError extends Error {
  constructor(file: string) {
    super(
      `The database file ${file} is damaged or is not a database. It was left untouched. ` +
        'Put back a backup, or move the file away to begin with an empty site.',
    )
  }
}

/** The tables are not those of this program, or not all of them. Nothing was changed. */
export class SchemaError extends Error {}
