import { sql } from 'kysely'
import type { AlarmReach } from '../../../../contract/alarms.ts'
import type { Language } from '../../../../contract/fields.ts'
import type { Role } from '../../../../contract/users.ts'
import { type Context, type ReadContext, hasMailServer, now } from '../../../context.ts'
import { type Db, idsOf, prayersWithoutReader } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { languageFor } from '../../../mail/send.ts'
import { shownTime, isOwnOf } from '../../community/prayers/prayers.rules.ts'
import { readPushTargets } from '../../identity/push-devices/push-devices.queries.ts'
import { type PlannedCareTeam, readCareTeam } from '../../identity/users/care-team.ts'
import {
  type OpenCase,
  casesWithoutReader,
  isHeardElsewhere,
  listWaitingCases,
  readWaitingCase,
} from '../review/open-cases.queries.ts'
import { auditTarget } from '../review/review.queries.ts'
import { mayChangeRota, seesCrises, writeBy } from '../review/review.rules.ts'
import { LAST_STEP, reachOf, receiversOf } from './alarms.rules.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** How long the last drill is shown. Milliseconds. */
const RECENT_MS = 30 * DAY_MS

/** The name of the row that holds what became of the last alarm, beside those of the checks. */
export const LAST_ALARM = 'last alarm'

async function isOpenDrill({ db, clock }: ReadContext, id: string): Promise<boolean> {
  const acts = await db.selectFrom('audit_log').select(['action', 'created_at']).where('target_id', '=', id).execute()
  const started = acts.find(({ action }) => action === 'alarms.drill')
  const isOver = acts.some(({ action }) => action === 'alarms.answer_drill')
  return started !== undefined && !isOver && clock().getTime() - Date.parse(started.created_at) < DAY_MS
}

export interface AlarmCase {
  case_id: string
  is_drill: boolean
}

/** Returns what the alarm is about; undefined when it is over. */
export async function readOpenCase(ctx: ReadContext, { case_id, is_drill }: AlarmCase): Promise<OpenCase | undefined> {
  if (!is_drill) return await readWaitingCase(ctx.db, case_id)
  return (await isOpenDrill(ctx, case_id)) ? { author_id: null, is_held: true } : undefined
}

/** Returns who has a case and was silent for too long; undefined when nothing waits for their word. */
export async function readSilentHolder({ db, clock }: ReadContext, id: string): Promise<string | undefined> {
  const held = await casesWithoutReader(db)
    .select(['acknowledged_by', 'acknowledged_at'])
    .where('prayers.id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const { acknowledged_by: taken_by = null, acknowledged_at: taken_at = null } = held ?? {}
  if (taken_by === null || taken_at === null) return undefined
  const turns = await db
    .selectFrom('care_case_entries')
    .select(['act', 'user_id', 'created_at'])
    .where('prayer_request_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const due = writeBy(turns, { taken_by, taken_at })
  return due !== null && Date.parse(due) <= clock().getTime() ? taken_by : undefined
}

/** Returns who has the case of an alarm, or answered the drill. */
export async function readHelper(
  { db }: Pick<Context, 'db'>,
  { case_id, is_drill }: AlarmCase,
): Promise<string | null> {
  if (!is_drill) {
    const row = await prayersWithoutReader(db).select('acknowledged_by').where('id', '=', case_id).executeTakeFirst()
    return row?.acknowledged_by ?? null
  }
  const answer = await db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('target_id', '=', case_id)
    .where('action', '=', 'alarms.answer_drill')
    .executeTakeFirst()
  return answer?.actor_id ?? null
}

/** Somebody who can be told, with what an email needs. */
export interface AlarmReceiver {
  id: string
  /** False until they have confirmed the address. */
  has_email: boolean
  /** True when at least one device shows them messages. */
  has_device: boolean
  role: Role
  email: string
  display_name: string
  language: Language
  /** Null: that of the site. */
  time_zone: string | null
  /** True for somebody in discreet mode: what reaches them does not name the site. */
  hides_site: boolean
}

/** Returns those of the people who are active and can be told by email or on a device. */
export async function readReceivers(db: Db, ids: string[]): Promise<AlarmReceiver[]> {
  if (ids.length === 0) return []
  const [rows, targets] = [
    await db
      .selectFrom('users')
      .leftJoin('preferences', 'preferences.user_id', 'users.id')
      .where('users.id', 'in', ids)
      .where('users.status', '=', sql.lit('active'))
      .select(['users.id', 'users.role', 'users.email', 'users.display_name', 'preferences.preferred_language'])
      .select(['users.email_verified_at', 'users.mail_language', 'preferences.is_discreet', 'preferences.time_zone'])
      .execute(),
    await readPushTargets(db, ids),
  ]
  const usual = await languageFor({ db }, null)
  return rows
    .map(({ preferred_language, mail_language, email_verified_at, is_discreet, ...row }) => ({
      ...row,
      language: preferred_language ?? mail_language ?? usual,
      hides_site: is_discreet ?? false,
      has_email: email_verified_at !== null,
      has_device: targets.some(({ user_id }) => user_id === row.id),
    }))
    .filter(({ has_email, has_device }) => has_email || has_device)
}

/** True when a message can leave: emails do so with a mail server only. */
const canBeTold = (
  { has_email, has_device }: Pick<AlarmReceiver, 'has_email' | 'has_device'>,
  sends_mail: boolean,
): boolean => has_device || (has_email && sends_mail)

/**
 * Returns those whom a step tells, and the others of the team who can be reached too, but never the author of the request. Where
 * nobody can be told they are those whose email becomes a file. `since`: the beginning of the alarm, whose plan goes on past midnight:
 * whoever is on duty from then on is the next, and is not passed over.
 */
export async function readStepReceivers(
  ctx: ReadContext & Pick<Context, 'mailRoute'>,
  step: number,
  author_id: string | null,
  since = now(ctx),
): Promise<{ told: AlarmReceiver[]; others: string[] }> {
  const team = await readCareTeam({ db: ctx.db, clock: () => new Date(since) })
  const all = await readReceivers(ctx.db, [...new Set([...team.on_duty, ...team.rota, ...team.care])])
  const sends_mail = await hasMailServer(ctx)
  const known = all.filter(({ id }) => id !== author_id)
  const told = known.filter((one) => canBeTold(one, sends_mail))
  const reached = told.length > 0 ? told : known
  const ids = receiversOf(step, team, (id) => reached.some((one) => one.id === id))
  return {
    told: reached.filter(({ id }) => ids.includes(id)),
    others: idsOf(reached).filter((id) => !ids.includes(id)),
  }
}

/** True when an alarm that tells everybody of a request of this person would reach somebody now. */
export async function reachesSomebody(
  ctx: ReadContext & Pick<Context, 'mailRoute'>,
  author_id: string | null,
): Promise<boolean> {
  const sends_mail = await hasMailServer(ctx)
  const { told } = await readStepReceivers(ctx, LAST_STEP, author_id)
  return told.some((one) => canBeTold(one, sends_mail))
}

type TellContext = Pick<Context, 'db' | 'secrets'>

/** Returns whom an alarm or drill has told since the time, and in which step, first to last. */
export async function readTold(
  { db, secrets }: TellContext,
  alarm: AlarmCase,
  since: string,
): Promise<{ step: number; user_id: string }[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('target_id', '=', auditTarget({ secrets }, alarm).target_id)
    .where('action', '=', alarm.is_drill ? 'alarms.tell_drill' : 'alarms.tell')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute()
  return rows.map(({ detail }) => ({ step: Number(detail['step']), user_id: String(detail['user_id']) }))
}

const LONG_AGO = new Date(0).toISOString()

/**
 * Returns whether somebody was told of the person’s own request since it was held for danger, or knows of it, and whether the team has
 * read it; undefined when it is not held. Of a private one, whether anybody ever was: nobody is told of it any more.
 */
export async function readOwnAlarm(
  ctx: TellContext,
  author_id: string,
  id: string,
): Promise<{ is_told: boolean; is_read: boolean } | undefined> {
  const held = await ctx.db
    .selectFrom('prayers')
    .leftJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .select(['visibility', 'held_at', 'kept_at', 'acknowledged_at', 'opened_at', 'closed_at'])
    .where('prayers.id', '=', id)
    .where(isOwnOf(author_id))
    .where('publication', '=', sql.lit('held'))
    .where('held_reason', '=', sql.lit('crisis'))
    .executeTakeFirst()
  if (!held) return undefined
  const is_read = held.closed_at !== null || held.kept_at !== null
  if (is_read || held.acknowledged_at !== null) return { is_told: true, is_read }
  // A case that was closed meanwhile is told anew.
  const { held_at, opened_at } = held
  const last = (opened_at ?? '') > (held_at ?? '') ? (opened_at ?? '') : (held_at ?? '')
  const since = held.visibility === 'private' ? LONG_AGO : last
  // Somebody had it and was silent: they know all the same.
  const known = await ctx.db
    .selectFrom('care_case_entries')
    .select('id')
    .where('prayer_request_id', '=', id)
    .where('act', '=', sql.lit('taken'))
    .where('created_at', '>=', since)
    .executeTakeFirst()
  if (known) return { is_told: true, is_read }
  const told = await readTold(ctx, { case_id: id, is_drill: false }, since)
  return { is_told: told.length > 0 || (await isHeardElsewhere(ctx.db, id)), is_read }
}

/** Number and age of the cases that nobody has, without those about the viewer’s own requests, and not which they are. */
export async function readWaitingCases(
  ctx: ReadContext,
  viewer: Viewer,
): Promise<{ waiting: number; oldest_at: string | null }> {
  const cases = await listWaitingCases(ctx.db, viewer.id)
  const oldest = cases[0]?.since
  // To the hour, as for an anonymous author, whose minute would show them once the request is published.
  return { waiting: cases.length, oldest_at: oldest === undefined ? null : shownTime(oldest, true) }
}

/** Returns whether an alarm would reach somebody now. */
export async function readAlarmReach(ctx: Pick<Context, 'db' | 'clock' | 'mailRoute'>): Promise<AlarmReach> {
  const [{ told }, last] = await Promise.all([
    readStepReceivers(ctx, 0, null),
    ctx.db.selectFrom('checks').select('is_well').where('name', '=', LAST_ALARM).executeTakeFirst(),
  ])
  return reachOf({
    is_set_up: (await hasMailServer(ctx)) || told.some((one) => one.has_device),
    receivers: told.length,
    has_failed: last?.is_well === false,
  })
}

/** The last drill of the past days: who was told, and whether somebody answered. */
async function readLastDrill(ctx: ReadContext & TellContext) {
  const drill = await ctx.db
    .selectFrom('audit_log')
    .select(['target_id', 'created_at'])
    .where('action', '=', 'alarms.drill')
    .where('created_at', '>=', new Date(ctx.clock().getTime() - RECENT_MS).toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!drill || drill.target_id === null) return null
  const answer = await ctx.db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .where('target_id', '=', drill.target_id)
    .where('action', '=', 'alarms.answer_drill')
    .select(['users.id', 'users.display_name', 'audit_log.created_at'])
    .executeTakeFirst()
  const told = await readTold(ctx, { case_id: drill.target_id, is_drill: true }, drill.created_at)
  const ids = [...new Set(told.map(({ user_id }) => user_id))]
  const people =
    ids.length === 0
      ? []
      : await ctx.db.selectFrom('users').select(['id', 'display_name']).where('id', 'in', ids).execute()
  return {
    started_at: drill.created_at,
    told: ids.flatMap((id) => people.find((person) => person.id === id) ?? []),
    answered_at: answer?.created_at ?? null,
    answered_by:
      answer === undefined || answer.id === null ? null : { id: answer.id, display_name: answer.display_name ?? '' },
  }
}

/** Returns those of the care team whom all staff may ring, whoever is on call now first. */
function numbersOf(team: PlannedCareTeam) {
  const people = team.staff.flatMap(({ id, role, display_name, care_number }) =>
    care_number !== null && seesCrises({ id, role }, team) ? [{ id, display_name, number: care_number }] : [],
  )
  const isNow = ({ id }: { id: string }) => team.on_duty.includes(id)
  return [...people.filter(isNow), ...people.filter((one) => !isNow(one))]
}

/** Returns what all staff see of alarms: how many wait and since when, whether one would reach somebody, and the last drill. */
export async function readAlarmState(ctx: Pick<Context, 'db' | 'clock' | 'mailRoute' | 'secrets'>, viewer: Viewer) {
  const [team, waiting, reach, last_drill] = await Promise.all([
    readCareTeam(ctx),
    readWaitingCases(ctx, viewer),
    readAlarmReach(ctx),
    readLastDrill(ctx),
  ])
  const ring = numbersOf(team)
  return {
    ...waiting,
    reach,
    last_drill,
    ring,
    own_number: ring.find(({ id }) => id === viewer.id)?.number ?? null,
    may_leave_number: seesCrises(viewer, team),
    may_drill: mayChangeRota(viewer),
  }
}
