import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Db, idsOf } from '../../../db/open.ts'
import { readSetting } from '../../../settings/settings.ts'

/** The staff who respond to people in danger. */
export interface CareTeam {
  /** Ids of those who are notified now. */
  on_duty: string[]
  /** Ids of those who are on call on any day. */
  rota: string[]
  /** True if nobody is on call on any day and nobody has the care role, so that moderators stand in. */
  is_empty: boolean
}

/** A person on call, and on which days (1 is Monday); no weekdays means every day. */
export interface OnCall {
  id: string
  weekdays: number[]
}

/** Parses an entry of the setting `care_on_call`: an id, then weekdays, separated by spaces. */
export const parseOnCall = (entry: string): OnCall => {
  const [id = '', ...days] = entry.split(' ')
  return { id, weekdays: days.map(Number) }
}
export const formatOnCall = ({ id, weekdays }: OnCall): string => [id, ...weekdays].join(' ')

/** The weekday in the time zone of the site: 1 is Monday. Days begin at its midnight, so that everybody reads the same plan. */
export const weekdayIn = (time_zone: string, at: Date): number =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(time_zone).dayOfWeek

/** True for somebody who is on call on the weekday. */
export const isOnCall = ({ weekdays }: OnCall, weekday: number): boolean =>
  weekdays.length === 0 || weekdays.includes(weekday)

/** Everybody who can be put on call. */
export async function readStaff(db: Db) {
  const staff = await db
    .selectFrom('users')
    .select(['id', 'role', 'display_name', 'care_number'])
    // Must match the condition of the partial index exactly, or no engine uses it. Sorted in memory, or SQLite scans
    // all users.
    .where(sql<SqlBool>`role in ('care', 'moderator', 'admin')`)
    .where('status', '=', sql.lit('active'))
    .execute()
  return staff.toSorted((one, other) => one.display_name.localeCompare(other.display_name))
}

/** The number that somebody left for moderators and administrators to ring, as it was written. */
export async function readCareNumber(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('care_number').where('id', '=', id).executeTakeFirst()
  return row?.care_number ?? null
}

/** The care team with the plan that it follows. */
export interface PlannedCareTeam extends CareTeam {
  /** Everybody who can be put on call. */
  staff: Awaited<ReturnType<typeof readStaff>>
  /** The plan, in the order in which it was made. Only active staff. */
  on_call: OnCall[]
  /** Ids of those with the care role. */
  care: string[]
  /** The weekday now, in the time zone of the site: 1 is Monday. */
  weekday: number
}

/** On duty are those on call today; else the care team; else moderators and administrators. Only active staff. */
export async function readCareTeam({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<PlannedCareTeam> {
  const [kept, time_zone, people] = await Promise.all([
    readSetting({ db }, 'care_on_call'),
    readSetting({ db }, 'time_zone'),
    readStaff(db),
  ])
  const on_call = kept.map(parseOnCall).filter(({ id }) => people.some((person) => person.id === id))
  const rota = idsOf(on_call)
  const care = idsOf(people.filter(({ role }) => role === 'care'))
  const weekday = weekdayIn(time_zone, clock())
  const today = idsOf(on_call.filter((one) => isOnCall(one, weekday)))
  const others = care.length > 0 ? care : rota.length > 0 ? rota : idsOf(people)
  return {
    on_duty: today.length > 0 ? today : others,
    rota,
    is_empty: rota.length === 0 && care.length === 0,
    staff: people,
    on_call,
    care,
    weekday,
  }
}
