import { groupTables } from './tables/groups.ts'
import { personTables } from './tables/people.ts'
import { prayerTables } from './tables/prayers.ts'
import { siteTables } from './tables/site.ts'
import type { RowOf } from './tables/columns.ts'

export type { Publication } from './tables/columns.ts'

/** Every table with its columns. All that knows of them follows from this: types of rows, and what a whole database has. */
export const tables = { ...personTables, ...prayerTables, ...groupTables, ...siteTables }

/** Every table, by name. `tables/` describes the columns. */
export type Schema = { [Name in keyof typeof tables]: RowOf<(typeof tables)[Name]> }

export type OneTimeTokens = Schema['one_time_tokens']
export type Users = Schema['users']
export type Events = Schema['events']
export type Jobs = Schema['jobs']
