import { type SqlBool, sql } from 'kysely'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { idsOf, prayersWithoutReader } from '../../../db/open.ts'
import { check } from '../../../http/errors.ts'
import { addCaseEntry } from '../../community/prayers/care-cases.commands.ts'
import { reasonOfLimited } from '../../community/prayers/prayer-review.ts'
import { restorePrayer, setPrayerPublication } from '../../community/prayers/prayers.commands.ts'
import { hasWordsOfDanger } from '../../community/prayers/prayers.queries.ts'
import { markQuietAlertsSeen } from '../../community/prayers/quiet-alerts.commands.ts'
import { enqueueFollowerNotices } from '../../community/prayers/praying.commands.ts'
import { publishUpdate } from '../../community/updates/updates.commands.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { hasOpenCase, isChangedInDanger } from './open-cases.queries.ts'
import { listUpdatesOfHeld, type readHeld } from './review.queries.ts'
import { ALARM_STEPS_MS, SILENCE_MS, seesCrises, versionOfWords } from './review.rules.ts'

/**
 * Publishes those of the updates of a request that waited with it, and tells its followers of those that its author has published
 * while others could not read it. `held_at`: since then; null for one that always was.
 */
export async function publishWaitingUpdates(
  ctx: Context,
  prayer: Parameters<typeof publishUpdate>[1] & { held_at: string | null },
  updates: Awaited<ReturnType<typeof listUpdatesOfHeld>>,
): Promise<void> {
  for (const { id, status, publication, created_at } of updates) {
    if (publication === 'held') await publishUpdate(ctx, prayer, { id, status })
    else if (prayer.held_at !== null && created_at >= prayer.held_at)
      await enqueueFollowerNotices(ctx, { prayer_request_id: prayer.id, update_id: id, status })
  }
}

export const published = { publication: 'published', held_reason: null, held_at: null, kept_at: null } as const

/**
 * Shows a request again that reports or a decision hid or deleted, and tells its followers of what they could not read. What its
 * author wrote meanwhile and somebody must read first holds it instead.
 */
export async function showAgain(ctx: Context, id: string): Promise<void> {
  const updates = await listUpdatesOfHeld(ctx.db, [id])
  const row = await prayersWithoutReader(ctx.db)
    .select(['id', 'publication', 'is_anonymous', 'answered_at', 'held_at'])
    .select((query) => [
      query.case().when(hasWordsOfDanger).then(1).else(0).end().as('is_alarming'),
      query.case().when(isChangedInDanger).then(1).else(0).end().as('is_changed'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const held_at = row.publication === 'hidden' ? row.held_at : null
  if (row.is_changed === 1 || updates.some(({ publication }) => publication === 'held')) {
    const held_reason = row.is_alarming === 1 ? 'crisis' : await reasonOfLimited(ctx)
    await restorePrayer(ctx, id, { publication: 'held', held_reason, held_at: held_at ?? now(ctx), kept_at: null })
  } else {
    await restorePrayer(ctx, id, published)
    await publishWaitingUpdates(ctx, { ...row, held_at }, updates)
  }
}

/**
 * Publishes a held request as its author meant it, with the updates that wait with it, and tells them. Refused when it has changed
 * since `version`, the words that were read.
 */
export async function publishHeld(
  ctx: Context,
  row: NonNullable<Awaited<ReturnType<typeof readHeld>>>,
  version: string | null | undefined,
): Promise<void> {
  const { id, author_id } = row
  const updates = await listUpdatesOfHeld(ctx.db, [id])
  check(typeof version !== 'string' || version === versionOfWords(row, updates), 'holds.changed')
  await setPrayerPublication(ctx, id, 'published', null)
  await publishWaitingUpdates(ctx, row, updates)
  // A reader who publishes words that they read as danger has looked at all of them.
  if (row.held_reason === 'crisis') await markQuietAlertsSeen(ctx, id)
  // Words that somebody wrote for themselves alone are not shared.
  if (row.visibility === 'private') return
  await ctx.addJob('notifications.tell_held', { prayer_request_id: id, author_id, kind: 'released' })
}

/**
 * Publishes the updates that wait under a published request: moderators showed it again, and may not know of them. Refused like
 * `publishHeld`.
 */
export async function publishHeldUpdates(ctx: Context, id: string, version: string | null | undefined): Promise<void> {
  const row = await prayersWithoutReader(ctx.db)
    .select(['id', 'is_anonymous', 'answered_at', 'title', 'content'])
    .where('id', '=', id)
    .where('publication', '=', sql.lit('published'))
    .executeTakeFirst()
  const updates = await listUpdatesOfHeld(ctx.db, [id])
  if (!row || updates.length === 0) return
  check(typeof version !== 'string' || version === versionOfWords(row, updates), 'holds.changed')
  await publishWaitingUpdates(ctx, { ...row, held_at: null }, updates)
}

/** Forgets the telephone numbers of those who are not of the care team any more. */
export async function forgetCareNumbers(ctx: Context): Promise<void> {
  const team = await readCareTeam(ctx)
  const gone = team.staff.filter((one) => one.care_number !== null && !seesCrises(one, team))
  if (gone.length === 0) return
  await ctx.db.updateTable('users').set({ care_number: null }).where('id', 'in', idsOf(gone)).execute()
}

/** The key of the job of a step of an alarm. `case_id`: the request, or the drill. */
export const stepKey = (case_id: string, step: number): string => `alarms.step ${case_id} ${String(step)}`

/** The jobs of the steps of an alarm that still wait. */
export function selectWaitingSteps(case_id: string) {
  const keys = ALARM_STEPS_MS.map((_, step) => stepKey(case_id, step))
  // The first two conditions are those of the partial index.
  return sql<SqlBool>`unique_key in (${sql.join(keys)}) and status in ('queued', 'running') and status = 'queued'`
}

/** Ends the alarm about a case: somebody has it, or it was closed. */
export async function endAlarm({ db }: Pick<Context, 'db'>, case_id: string): Promise<void> {
  await db.deleteFrom('jobs').where(selectWaitingSteps(case_id)).execute()
}

/** From now on it is the turn of whoever has the case. */
export async function awaitWord(ctx: Context, prayer_request_id: string): Promise<void> {
  const run_at = new Date(ctx.clock().getTime() + SILENCE_MS).toISOString()
  const unique_key = `alarms.check_silence ${prayer_request_id} ${run_at}`
  await ctx.addJob('alarms.check_silence', { prayer_request_id }, { run_at, unique_key })
}

/** The first to take a case on has it, and ends the alarm. Returns false when somebody has it, or when it is closed. */
export async function takeOn(ctx: Context, id: string, user_id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('prayers')
    .set({ acknowledged_by: user_id, acknowledged_at: now(ctx) })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .where(hasOpenCase)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endAlarm(ctx, id)
  await addCaseEntry(ctx, id, { act: 'taken', user_id })
  await awaitWord(ctx, id)
  await recordAudit(ctx, user_id, { action: 'holds.acknowledge', target_type: 'prayer', target_id: id })
  return true
}

/** Gives the case of a request that is held for danger to the person who decides about it, if nobody has it. */
export async function decideInCase(
  ctx: Context,
  id: string,
  decided: { act: 'published' | 'kept'; user_id: string },
): Promise<void> {
  await takeOn(ctx, id, decided.user_id)
  await addCaseEntry(ctx, id, decided)
}
