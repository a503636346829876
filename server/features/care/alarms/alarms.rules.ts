import type { AlarmReach } from '../../../../contract/alarms.ts'
import type { PlannedCareTeam } from '../../identity/users/care-team.ts'
import { ALARM_STEPS_MS } from '../review/review.rules.ts'

/** The step that tells everybody. */
export const LAST_STEP = ALARM_STEPS_MS.length - 1

/** Returns when a step is due. `since`: the beginning of the alarm. Both are ISO 8601. */
export const stepDueAt = (since: string, step: number): string =>
  new Date(Date.parse(since) + (ALARM_STEPS_MS[step] ?? 0)).toISOString()

/** How long a case that somebody took on stays theirs when danger is found again, in milliseconds. */
const KEPT_MS = 12 * 3_600_000

/** True when somebody has the case, and new danger is theirs to see to. */
export const isInHands = (acknowledged_at: string | null, at: Date): boolean =>
  acknowledged_at !== null && at.getTime() - Date.parse(acknowledged_at) < KEPT_MS

const WEEK_DAYS = 7

/** Days until somebody’s next day on call, from tomorrow on. */
const daysUntil = (weekdays: number[], weekday: number): number =>
  weekdays.length === 0 ? 0 : Math.min(...weekdays.map((day) => (day - weekday - 1 + WEEK_DAYS) % WEEK_DAYS))

type Team = Pick<PlannedCareTeam, 'on_duty' | 'on_call' | 'care' | 'weekday'>

const everybody = ({ on_duty, on_call, care }: Team): string[] => [
  ...new Set([...care, ...on_call.map(({ id }) => id), ...on_duty]),
]

/** Returns who is told in a step of the plan, whether or not they can be reached. */
function planned(step: number, team: Team): string[] {
  if (step === 0) return team.on_duty
  if (step >= LAST_STEP) return everybody(team)
  const next = team.on_call
    .filter(({ id }) => !team.on_duty.includes(id))
    .toSorted((one, other) => daysUntil(one.weekdays, team.weekday) - daysUntil(other.weekdays, team.weekday))
  const [first] = next
  return first ? [first.id] : team.care.filter((id) => !team.on_duty.includes(id))
}

/**
 * Returns whom a step tells: those on duty; then the next on call, else the rest of the care team; then everybody. A step of
 * which nobody can be reached tells those of the next at once.
 */
export function receiversOf(step: number, team: Team, canBeReached: (id: string) => boolean): string[] {
  for (let now = step; now < LAST_STEP; now += 1) {
    const found = planned(now, team).filter(canBeReached)
    if (found.length > 0) return found
  }
  return planned(LAST_STEP, team).filter(canBeReached)
}

/** Returns whether an alarm reaches somebody now. `has_failed`: the last one reached nobody. */
export function reachOf({
  is_set_up,
  receivers,
  has_failed,
}: {
  is_set_up: boolean
  receivers: number
  has_failed: boolean
}): AlarmReach {
  if (!is_set_up) return 'no_mail'
  if (receivers === 0) return 'nobody_on_call'
  return has_failed ? 'alarm_failed' : 'reachable'
}
