import { type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, hasMailServer, now } from '../../../context.ts'
import type { AlarmMessage, AlarmStep } from '../../../jobs/kinds.ts'
import type { NewJob } from '../../../jobs/queue.ts'
import { addCaseEntry, openCase, releaseCase } from '../../community/prayers/care-cases.commands.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { notify } from '../../community/notifications/notifications.commands.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { awaitWord, selectWaitingSteps, stepKey } from '../review/review.commands.ts'
import { isHeardElsewhere, listUnheard } from '../review/open-cases.queries.ts'
import { auditTarget } from '../review/review.queries.ts'
import { ALARM_STEPS_MS, ALERT_OVERDUE_MS, seesCrises } from '../review/review.rules.ts'
import {
  type AlarmCase,
  LAST_ALARM,
  readOpenCase,
  readSilentHolder,
  readStepReceivers,
  readTold,
  reachesSomebody,
} from './alarms.queries.ts'
import { LAST_STEP, isInHands, stepDueAt } from './alarms.rules.ts'
import { hasRow, idsOf, prayersWithoutReader } from '../../../db/open.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** Tries of a message that the mail server does not take now: about two hours. */
const MAX_TRIES = 9

/** Queues all steps at once, so that none depends on how the one before went. */
async function addSteps(ctx: Context, alarm: AlarmCase): Promise<void> {
  const since = now(ctx)
  for (const step of ALARM_STEPS_MS.keys()) {
    await ctx.addJob(
      'alarms.step',
      { ...alarm, since, step },
      { run_at: stepDueAt(since, step), unique_key: stepKey(alarm.case_id, step) },
    )
  }
}

/** Begins the alarm about a request, unless one goes on or somebody has it. */
async function startAlarm(ctx: Context, prayer_request_id: string): Promise<void> {
  const prayer = await prayersWithoutReader(ctx.db)
    .select('acknowledged_at')
    .where('id', '=', prayer_request_id)
    .executeTakeFirst()
  if (!prayer) return
  if (isInHands(prayer.acknowledged_at, ctx.clock())) return await awaitWord(ctx, prayer_request_id)
  const waiting = await ctx.db
    .selectFrom('jobs')
    .select('id')
    .where(selectWaitingSteps(prayer_request_id))
    .executeTakeFirst()
  if (waiting) return
  // Somebody looked after it long ago; now it needs somebody again. Names nobody: that would tell all staff the minute.
  if (prayer.acknowledged_at !== null) await addCaseEntry(ctx, prayer_request_id, { act: 'handed_over' })
  await releaseCase(ctx, prayer_request_id)
  await addSteps(ctx, { case_id: prayer_request_id, is_drill: false })
}

/** True when danger was found in a case again since somebody took it on. */
const isFoundSince = ({ db }: Context, prayer_request_id: string, taken_at: string | null): Promise<boolean> =>
  db
    .selectFrom('care_case_entries')
    .select('id')
    .where('prayer_request_id', '=', prayer_request_id)
    .where('act', '=', sql.lit('found_again'))
    .where('created_at', '>=', taken_at)
    .$call(hasRow)

/** Tells those on duty in their news, and whoever has the case that danger was found again; begins the alarm. */
export async function tellCareTeam(ctx: Context, { prayer_request_id }: { prayer_request_id: string }): Promise<void> {
  // A carer who takes it on meanwhile has it.
  await lockPrayers(ctx.db, [prayer_request_id])
  const found = await prayersWithoutReader(ctx.db)
    .leftJoin('care_cases', 'care_cases.prayer_request_id', 'prayers.id')
    .select(['author_id', 'publication', 'opened_at', 'closed_at', 'acknowledged_by', 'acknowledged_at'])
    .where('prayers.id', '=', prayer_request_id)
    .executeTakeFirst()
  if (!found || found.closed_at !== null) return
  if (found.opened_at === null) {
    // The version before, which may run beside this one, queues the job and opens no case.
    if (found.publication !== 'deleted')
      await openCase(ctx, prayer_request_id, found.publication === 'held' ? 'words' : 'report')
    return
  }
  // A case that was taken on too long ago is nobody’s from here on: then its carer is told as all others.
  const isKept = isInHands(found.acknowledged_at, ctx.clock())
  const isTheirTurn = isKept && (await isFoundSince(ctx, prayer_request_id, found.acknowledged_at))
  // First, so that the notices are not older than the alarm.
  await startAlarm(ctx, prayer_request_id)
  const team = await readCareTeam(ctx)
  const { on_duty, staff } = team
  const holder = staff.find((one) => isTheirTurn && one.id === found.acknowledged_by && seesCrises(one, team))
  // Its author must not learn that somebody reported danger.
  const others = on_duty.filter((id) => id !== found.author_id && id !== holder?.id)
  await notify(ctx, others, { kind: 'care', prayer_request_id, is_grave: true })
  // They may be on duty or not: no alarm tells them, and half an hour from now they count as silent.
  if (holder) await notify(ctx, [holder.id], { kind: 'care_news', prayer_request_id, is_grave: true })
}

/** Raises the alarm again about a case whose holder was silent for too long: nobody has it then. */
export async function tellOfSilence(ctx: Context, { prayer_request_id }: { prayer_request_id: string }): Promise<void> {
  await lockPrayers(ctx.db, [prayer_request_id])
  const holder = await readSilentHolder(ctx, prayer_request_id)
  if (holder === undefined) return
  await releaseCase(ctx, prayer_request_id)
  await addCaseEntry(ctx, prayer_request_id, { act: 'unanswered', to_user_id: holder })
  await tellCareTeam(ctx, { prayer_request_id })
}

/** Tells those who change who is on call, once a day, that there is a case of which nobody can be told, and not which. */
async function tellAdministrators(ctx: Context, author_id: string | null): Promise<void> {
  const { staff } = await readCareTeam(ctx)
  const others = idsOf(staff.filter(({ id, role }) => role === 'admin' && id !== author_id))
  const since = new Date(ctx.clock().getTime() - DAY_MS).toISOString()
  await notifyUntold(ctx, others, since, { kind: 'care_news' })
}

/** Notifies those whom no such notice has told since then. */
async function notifyUntold(
  ctx: Context,
  ids: string[],
  since: string,
  notice: { kind: 'care' | 'care_news'; prayer_request_id?: string; is_grave?: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const told = await ctx.db
    .selectFrom('notifications')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('kind', '=', sql.lit(notice.kind))
    .where('prayer_request_id', 'is not distinct from', notice.prayer_request_id ?? null)
    .where('created_at', '>=', since)
    .execute()
  const untold = ids.filter((id) => !told.some(({ user_id }) => user_id === id))
  await notify(ctx, untold, notice)
}

/**
 * Tells everybody again of each case that nobody has and of which nobody could be told: a mail server may take nothing for longer than
 * a message is tried. Waits until a message could reach somebody else than its author; administrators know so long.
 */
export async function tellUnheard(ctx: Context): Promise<void> {
  const since = now(ctx)
  const before = new Date(ctx.clock().getTime() - ALERT_OVERDUE_MS).toISOString()
  const telling: string[] = []
  for (const { id: case_id, author_id } of await listUnheard(ctx.db, before)) {
    if (await isHeardElsewhere(ctx.db, case_id, telling)) continue
    if (!(await reachesSomebody(ctx, author_id))) {
      await tellAdministrators(ctx, author_id)
      continue
    }
    telling.push(case_id)
    const step = { case_id, is_drill: false, since, step: LAST_STEP }
    await ctx.addJob('alarms.step', step, { unique_key: stepKey(case_id, LAST_STEP) })
  }
}

/** Begins a drill, and returns its id. */
export async function startDrill(ctx: Context, actor_id: string): Promise<string> {
  const drill = { case_id: uuidv7(), is_drill: true }
  await recordAudit(ctx, actor_id, { action: 'alarms.drill', ...auditTarget(ctx, drill) })
  await addSteps(ctx, drill)
  return drill.case_id
}

/** Notes what became of the last alarm, for the health check. */
async function noteOutcome(ctx: Context, outcome: string, is_well: boolean): Promise<void> {
  const checked_at = now(ctx)
  const row = { outcome, is_well, detail: '{}', ms: 0, checked_at, ...(is_well && { succeeded_at: checked_at }) }
  await ctx.db
    .insertInto('checks')
    .values({ name: LAST_ALARM, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Notes that nobody could be told yet, unless somebody of this alarm was. */
export async function noteNobodyTold(ctx: Context, alarm: AlarmStep, outcome: string): Promise<void> {
  if ((await readTold(ctx, alarm, alarm.since)).length === 0) await noteOutcome(ctx, outcome, false)
}

async function recordFailure(ctx: Context, alarm: AlarmStep, outcome: string): Promise<void> {
  const { step, is_drill } = alarm
  const action = is_drill ? 'alarms.fail_drill' : 'alarms.fail'
  await recordAudit(ctx, null, { action, ...auditTarget(ctx, alarm), detail: { step, outcome } })
  await noteNobodyTold(ctx, alarm, outcome)
  ctx.log.error({ step, outcome, is_drill }, 'an alarm did not reach somebody')
}

/** Options of the job of a message. `way`: `mail`, or `push` to the devices of its receiver. */
const messageJob = (
  ctx: Context,
  way: 'mail' | 'push',
  { case_id, step, user_id }: AlarmMessage,
  after_ms = 0,
): NewJob => ({
  run_at: new Date(ctx.clock().getTime() + after_ms).toISOString(),
  unique_key: `alarms ${way} ${case_id} ${String(step)} ${user_id}`,
  max_attempts: MAX_TRIES,
})

/**
 * Does a step of an alarm: queues an email and a message to the devices of each of those whom it tells. Does nothing once the
 * alarm is over.
 */
export async function takeStep(ctx: Context, alarm: AlarmStep): Promise<void> {
  const { case_id, is_drill, since, step } = alarm
  const found = await readOpenCase(ctx, alarm)
  if (!found) return
  const { told, others } = await readStepReceivers(ctx, step, found.author_id, since)
  if (told.length === 0) await recordFailure(ctx, alarm, 'nobody_on_call')
  const next_at = step < LAST_STEP && others.length > 0 ? stepDueAt(since, step + 1) : null
  const sends_mail = await hasMailServer(ctx)
  for (const { id, has_email, has_device } of told) {
    const message = { ...alarm, user_id: id, next_at, tries: 0 }
    // One of an alarm before may wait for an hour.
    const jobOf = (way: 'mail' | 'push') => ({ ...messageJob(ctx, way, message), replaces: true })
    if (has_device) await ctx.addJob('alarms.push', message, jobOf('push'))
    // Without a mail server it would only become a file.
    if (has_email && (sends_mail || !has_device)) await ctx.addJob('alarms.send', message, jobOf('mail'))
  }
  if (is_drill || step === 0) return
  // Those who hear of it for the first time also find it in their news.
  await notifyUntold(ctx, idsOf(told), since, { kind: 'care', prayer_request_id: case_id, is_grave: true })
}

/** Records that the person was told, once for each step, by email or on a device. */
export async function recordTold(ctx: Context, message: AlarmMessage): Promise<void> {
  const { step, user_id } = message
  const told = await readTold(ctx, message, message.since)
  if (told.some((one) => one.step === step && one.user_id === user_id)) return
  const action = message.is_drill ? 'alarms.tell_drill' : 'alarms.tell'
  await recordAudit(ctx, null, { action, ...auditTarget(ctx, message), detail: { step, user_id } })
  if (!message.is_drill) await addCaseEntry(ctx, message.case_id, { act: 'told', to_user_id: user_id })
  await noteOutcome(ctx, 'told', true)
}

/** Records that the mail server took the message. One that only became a file tells nobody. */
export const recordMailed = async (ctx: Context, message: AlarmMessage): Promise<void> =>
  (await hasMailServer(ctx)) ? recordTold(ctx, message) : recordFailure(ctx, message, 'no_mail')

/** Records that the person was not told, or that nobody knows. */
export async function recordNotTold(
  ctx: Context,
  message: AlarmMessage,
  outcome: 'refused' | 'unknown' | 'late',
): Promise<void> {
  await recordFailure(ctx, message, outcome)
  await hasten(ctx, message)
}

/** Takes the next step now when this one has told nobody. */
export async function hasten(ctx: Context, message: AlarmMessage): Promise<void> {
  const { case_id, since, step } = message
  if ((await readTold(ctx, message, since)).some((one) => one.step === step)) return
  await ctx.db
    .updateTable('jobs')
    .set({ run_at: now(ctx) })
    .where('unique_key', '=', stepKey(case_id, step + 1))
    // The first condition is that of the partial index.
    .where(sql<SqlBool>`status in ('queued', 'running') and status = 'queued'`)
    .execute()
}

/** Puts back a message whose job was noted as done and that the mail server certainly did not take. */
export async function putBack(ctx: Context, message: AlarmMessage, after_ms: number): Promise<void> {
  const tries = message.tries + 1
  if (tries >= MAX_TRIES) return await recordNotTold(ctx, message, 'late')
  await noteNobodyTold(ctx, message, 'later')
  await ctx.addJob('alarms.send', { ...message, tries }, messageJob(ctx, 'mail', message, after_ms))
}
