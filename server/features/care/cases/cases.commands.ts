import { sql } from 'kysely'
import type { CaseOutcome } from '../../../../contract/cases.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { AuditAction } from '../../../../contract/audit.values.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import { type Context, now } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { publishEvents } from '../../../live/announce.ts'
import { readSetting } from '../../../settings/settings.ts'
import { addCaseEntry, releaseCase, reopenCase } from '../../community/prayers/care-cases.commands.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { notify } from '../../community/notifications/notifications.commands.ts'
import { dayIn } from '../../identity/accounts/notice-times.rules.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { updateReports } from '../reports/reports.commands.ts'
import { casesWithoutReader } from '../review/open-cases.queries.ts'
import { awaitWord, endAlarm, publishHeld, publishHeldUpdates, takeOn } from '../review/review.commands.ts'
import { auditTarget, readHeld } from '../review/review.queries.ts'
import { type CaseState, listDangerReports, membersOf, receiversOf } from './cases.queries.ts'
import { wordsEndedBefore } from './cases.rules.ts'
import { idsOf } from '../../../db/open.ts'

/** Names neither the request nor its author: administrators read the log. */
const record = (ctx: Context, viewer: Viewer, action: AuditAction, case_id: string): Promise<void> =>
  recordAudit(ctx, viewer.id, { action, ...auditTarget(ctx, { case_id, is_drill: false }) })

/** Sets who has the case. */
const setHolder = async (ctx: Context, id: string, user_id: string): Promise<void> => {
  const taken = { acknowledged_by: user_id, acknowledged_at: now(ctx) }
  await ctx.db.updateTable('prayers').set(taken).where('id', '=', id).execute()
  await ctx.db.updateTable('care_cases').set({ offered_to: null }).where('prayer_request_id', '=', id).execute()
}

/** True when the case is with somebody who still sees crises. */
async function isWithTeam(ctx: Context, { acknowledged_by }: CaseState): Promise<boolean> {
  return membersOf(await readCareTeam(ctx)).some(({ id }) => id === acknowledged_by)
}

/** Takes a case on, or over from whoever offered it, or from somebody who has left the team. */
export async function takeCase(ctx: Context, viewer: Viewer, of: CaseState): Promise<void> {
  const { id, acknowledged_by, offered_to } = of
  if (acknowledged_by === viewer.id || (await takeOn(ctx, id, viewer.id))) return
  check(offered_to === viewer.id || !(await isWithTeam(ctx, of)), 'cases.taken')
  await setHolder(ctx, id, viewer.id)
  await addCaseEntry(ctx, id, { act: 'handed_over', user_id: acknowledged_by, to_user_id: viewer.id })
  // After that entry, from which their time counts: a moment before its end they would not be silent yet.
  await awaitWord(ctx, id)
  await recordAudit(ctx, viewer.id, { action: 'holds.acknowledge', target_type: 'prayer', target_id: id })
}

/** Writes to the author, who learns that there is something new, and not what. */
export async function writeToAuthor(ctx: Context, viewer: Viewer, of: CaseState, content: string): Promise<void> {
  const { id, author_id } = of
  check(author_id !== null, 'cases.no_author')
  await takeOn(ctx, id, viewer.id)
  await addCaseEntry(ctx, id, { act: 'message', user_id: viewer.id, content })
  await record(ctx, viewer, 'cases.write', id)
  await notify(ctx, [author_id], { kind: 'care_message', prayer_request_id: id, is_grave: true })
  await publishEvents(ctx, [
    { kind: 'prayers.changed', prayer_request_id: id, audience: 'person', audience_id: author_id },
  ])
}

/** Asks somebody of the team to take the case over; null takes the question back. */
export async function offerCase(ctx: Context, viewer: Viewer, of: CaseState, to: string | null): Promise<void> {
  const { id, author_id } = of
  if (to !== null) {
    const team = receiversOf(await readCareTeam(ctx), of)
    check(to !== viewer.id && team.some((one) => one.id === to), 'cases.not_of_team')
  }
  if (of.acknowledged_by !== viewer.id) await takeCase(ctx, viewer, of)
  if (to === of.offered_to) return
  await ctx.db.updateTable('care_cases').set({ offered_to: to }).where('prayer_request_id', '=', id).execute()
  if (to === null) return
  await addCaseEntry(ctx, id, { act: 'offered', user_id: viewer.id, to_user_id: to })
  await record(ctx, viewer, 'cases.hand_over', id)
  if (to !== author_id) await notify(ctx, [to], { kind: 'care_news', prayer_request_id: id, is_grave: true })
}

/** Ends a case, and decides the open reports of danger that belong to it. Undoes nothing else. */
export async function closeCase(
  ctx: Context,
  viewer: Viewer,
  of: CaseState,
  {
    outcome,
    look_again_on,
    version,
  }: { outcome: CaseOutcome; look_again_on: string | null; version?: string | null | undefined },
): Promise<void> {
  const { id } = of
  const at = now(ctx)
  await endAlarm(ctx, id)
  await ctx.db
    .updateTable('care_cases')
    .set({ closed_at: at, closed_by: viewer.id, outcome, look_again_on, offered_to: null })
    .where('prayer_request_id', '=', id)
    .execute()
  const reports = await listDangerReports(ctx.db, id)
  const status = outcome === 'no_danger' ? 'dismissed' : 'actioned'
  if (reports.length > 0)
    await updateReports(ctx, { prayer_request_id: id }, reports, { status, decided_by: viewer.id, decided_at: at })
  if (outcome === 'no_danger' && of.held_reason === 'crisis') {
    const held = await readHeld(ctx, viewer, id)
    if (held) await publishHeld(ctx, held, version)
  } else if (outcome === 'no_danger') await publishHeldUpdates(ctx, id, version)
  await addCaseEntry(ctx, id, { act: 'closed', user_id: viewer.id })
  await record(ctx, viewer, 'cases.close', id)
}

/** Opens a closed case again; the viewer has it then. */
export async function reopenAs(ctx: Context, viewer: Viewer, id: string): Promise<void> {
  await reopenCase(ctx, id, viewer.id)
  await takeOn(ctx, id, viewer.id)
  await record(ctx, viewer, 'cases.reopen', id)
}

/** Takes down what the author answers, and tells who has the case, or those on duty. What was closed is open again. */
export async function replyToTeam(ctx: Context, of: CaseState, content: string): Promise<void> {
  const { id, acknowledged_by, author_id } = of
  await addCaseEntry(ctx, id, { act: 'reply', content })
  if (of.closed_at !== null) {
    await reopenCase(ctx, id, null)
    await ctx.addJob('notifications.tell_care', { prayer_request_id: id })
    return
  }
  // Where nobody has it, its alarm may be over.
  if (acknowledged_by === null) await ctx.addJob('notifications.tell_care', { prayer_request_id: id })
  else await awaitWord(ctx, id)
  const { on_duty } = await readCareTeam(ctx)
  const told = acknowledged_by !== null && (await isWithTeam(ctx, of)) ? [acknowledged_by] : on_duty
  const others = told.filter((user_id) => user_id !== author_id)
  await notify(ctx, others, { kind: 'care_news', prayer_request_id: id, is_grave: true })
}

/** Notes that the author has opened these messages. */
export async function markMessagesRead(ctx: Context, ids: string[]): Promise<void> {
  await ctx.db
    .updateTable('care_case_entries')
    .set({ read_at: now(ctx) })
    .where('id', 'in', ids)
    .where('read_at', 'is', null)
    .execute()
}

/** Deletes the words of cases that were closed long ago. What was done stays. */
export async function forgetWords(ctx: Context): Promise<void> {
  await ctx.db
    .updateTable('care_case_entries')
    .set({ content: null })
    .where('content', 'is not', null)
    .where('prayer_request_id', 'in', (query) =>
      query
        .selectFrom('care_cases')
        .select('care_cases.prayer_request_id')
        .where('closed_at', '<=', wordsEndedBefore(ctx.clock())),
    )
    .execute()
}

const selectOpen = ({ db }: Context) =>
  casesWithoutReader(db).where('closed_at', 'is', null).select(['prayers.id', 'acknowledged_by'])

/** The cases that somebody has. */
export const listCasesOf = async (ctx: Context, user_id: string): Promise<string[]> =>
  idsOf(await selectOpen(ctx).where('acknowledged_by', '=', user_id).execute())

/** Notes that the person who had the case leaves: nobody has it, and the alarm is raised anew. */
export async function leaveCase(ctx: Context, id: string, left_by: string | null): Promise<void> {
  await releaseCase(ctx, id)
  await addCaseEntry(ctx, id, { act: 'handed_over', user_id: left_by })
  await ctx.addJob('notifications.tell_care', { prayer_request_id: id })
}

/** The open cases of those who see none any more: they lost their role or their account, or others stand in no longer. */
async function listLeft(ctx: Context): Promise<{ id: string; acknowledged_by: string | null }[]> {
  const members = new Set<string | null>(idsOf(membersOf(await readCareTeam(ctx))))
  const rows = await selectOpen(ctx).where('acknowledged_at', 'is not', null).execute()
  return rows.filter(({ acknowledged_by }) => !members.has(acknowledged_by))
}

/** Raises the alarm anew about cases that somebody has who left: nobody else would know that nobody looks after them. */
export async function releaseLeft(ctx: Context): Promise<void> {
  const found = await listLeft(ctx)
  if (found.length === 0) return
  await lockPrayers(ctx.db, idsOf(found))
  // Somebody may have taken one over meanwhile.
  for (const { id, acknowledged_by } of await listLeft(ctx)) await leaveCase(ctx, id, acknowledged_by)
}

/** Nobody is told to look again before this time after midnight. */
const MORNING_MS = 8 * HOUR_MS

/**
 * Tells whoever closed a case, on the morning of the day that was set, to look again, once; those on duty where that person is of the team
 * no more.
 */
export async function tellDue(ctx: Context): Promise<void> {
  const { day } = dayIn(await readSetting(ctx, 'time_zone'), new Date(ctx.clock().getTime() - MORNING_MS))
  const due = await casesWithoutReader(ctx.db)
    .where('look_again_on', 'is not', null)
    .where('look_again_on', '<=', day)
    .where(
      sql<boolean>`not exists (select 1 from notifications
        where notifications.prayer_request_id = care_cases.prayer_request_id
          and notifications.kind = 'care_news' and notifications.created_at > care_cases.closed_at)`,
    )
    .select(['prayers.id', 'author_id', 'closed_by'])
    .execute()
  if (due.length === 0) return
  const team = await readCareTeam(ctx)
  const members = idsOf(membersOf(team))
  for (const { id, author_id, closed_by } of due) {
    const told = closed_by !== null && members.includes(closed_by) ? [closed_by] : team.on_duty
    const others = told.filter((user_id) => user_id !== author_id)
    await notify(ctx, others, { kind: 'care_news', prayer_request_id: id })
  }
}
