import type { ColumnType } from 'kysely'

/** ISO 8601, UTC, milliseconds, on both engines. */
export type Time = string
/** Written as text made by `JSON.stringify`, read back as a value, on both engines. */
export type Json<T> = ColumnType<T, string, string>

/** `held`: waits for a moderator. `hidden`: taken from the wall after reports. `deleted`: kept 30 days, seen by nobody. */
export type Publication = 'published' | 'held' | 'hidden' | 'deleted'
