import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { readSetting } from '../../../settings/settings.ts'

/** Who looks after people in danger. */
export interface CareTeam {
  /** Those who are told at this moment. */
  on_duty: string[]
  /** Those who are on call on some day. */
  rota: string[]
  /** Whether nobody is ever on call and nobody has the role for it, so that moderators stand in. */
  is_empty: boolean
}

/** Who is on call, and on which days (1 is Monday); no day means every day. */
export interface OnCall {
  id: string
  weekdays: number[]
}

/** As the setting keeps it. */
export const parseOnCall = (entry: string): OnCall => {
  const [id = '', ...days] = entry.split(' ')
  return { id, weekdays: days.map(Number) }
}
export const formatOnCall = ({ id, weekdays }: OnCall): string => [id, ...weekdays].join(' ')

/** By the clock of UTC, so that everybody reads the same plan. */
export const isOnCall = ({ weekdays }: OnCall, at: Date): boolean =>
  weekdays.length === 0 || weekdays.includes(at.getUTCDay() === 0 ? 7 : at.getUTCDay())

/** Everybody who can be on call. */
export async function readStaff(db: Db) {
  const staff = await db
    .selectFrom('users')
    .select(['id', 'role', 'display_name'])
    // Word for word as the partial index has it, or no engine uses it; and put in order here, or SQLite reads everybody.
    .where(sql<SqlBool>`role in ('care', 'moderator', 'admin')`)
    .where('status', '=', sql.lit('active'))
    .execute()
  return staff.toSorted((one, other) => one.display_name.localeCompare(other.display_name))
}

export const idsOf = (some: { id: string }[]): string[] => some.map(({ id }) => id)

/** Those who are on call today; else the pastoral team; else moderators and administrators. Always active, always staff. */
export async function readCareTeam({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<CareTeam> {
  const [kept, people] = await Promise.all([readSetting({ db }, 'care_on_call'), readStaff(db)])
  const on_call = kept.map(parseOnCall).filter(({ id }) => people.some((person) => person.id === id))
  const rota = idsOf(on_call)
  const care = idsOf(people.filter(({ role }) => role === 'care'))
  const today = idsOf(on_call.filter((one) => isOnCall(one, clock())))
  const others = care.length > 0 ? care : rota.length > 0 ? rota : idsOf(people)
  return { on_duty: today.length > 0 ? today : others, rota, is_empty: rota.length === 0 && care.length === 0 }
}
