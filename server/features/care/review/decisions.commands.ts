import { type Context, now } from '../../../context.ts'
import { publishEvents } from '../../../live/announce.ts'
import {
  type AccountChange,
  type DecisionSnapshot,
  readPublicationState,
} from '../../community/prayers/decisions.commands.ts'
import { restorePrayer } from '../../community/prayers/prayers.commands.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { revokeSessions } from '../../identity/sessions/sessions.commands.ts'
import { restoreUpdate, setUpdatePublication } from '../../community/updates/updates.commands.ts'
import { lockUser } from '../../identity/users/users.queries.ts'
import { setRole, setUserStatus } from '../../identity/users/users.commands.ts'
import { listLaterDecisions } from './decisions.queries.ts'
import { type DecisionRow, isReasonOfHiding, publicationAfterUndo, rebase, setsPublication } from './decisions.rules.ts'
import { hasRow, idsOf, prayersWithoutReader } from '../../../db/open.ts'
import { isChangedInDanger } from './open-cases.queries.ts'
import { published, showAgain } from './review.commands.ts'

/**
 * Publishes that the queues about a request changed, to those who look after it; not to its author, who must not learn that there is
 * a report.
 */
export async function publishQueueChange(
  ctx: Context,
  { prayer_request_id, is_crisis = false }: { prayer_request_id: string; is_crisis?: boolean },
): Promise<void> {
  const { author_id } = await prayersWithoutReader(ctx.db)
    .select('author_id')
    .where('id', '=', prayer_request_id)
    .executeTakeFirstOrThrow()
  await publishEvents(ctx, [{ kind: 'queues', audience: is_crisis ? 'team' : 'moderator', except_id: author_id }])
}

/** True for a hidden request whose author has written of danger since: it waits for the care team. */
const isNewDanger = ({ db }: Context, id: string): Promise<boolean> =>
  prayersWithoutReader(db).select('id').where('id', '=', id).where(isChangedInDanger).$call(hasRow)

/** Reverts the publication that a decision set, unless somebody has changed it since. */
async function revertPublication(ctx: Context, row: DecisionRow, why: 'undone' | 'overturned'): Promise<void> {
  const { prayer_request_id, update_id, restores } = row
  const current = await readPublicationState(ctx, row)
  const { kept_at, held_reason } = restores.before
  // Was held for danger since, which the decision knew nothing of.
  if (current.held_reason === 'crisis' && held_reason !== 'crisis') return
  const to = publicationAfterUndo(restores, current.publication, why)
  if (update_id !== null) {
    if (to === 'published' && current.publication === 'deleted') await restoreUpdate(ctx, update_id)
    else if (to !== null) await setUpdatePublication(ctx, update_id, to)
    return
  }
  // A request that was hidden when it was removed is looked at as such, though the hiding no longer stands.
  if (to !== null && current.publication === 'deleted' && isReasonOfHiding(current.held_reason))
    await restorePrayer(ctx, prayer_request_id, { ...current, publication: 'hidden' })
  if (to === 'published' && current.publication !== 'held') await showAgain(ctx, prayer_request_id)
  else if (to === 'held' && (await isNewDanger(ctx, prayer_request_id))) await showAgain(ctx, prayer_request_id)
  else if (to !== null)
    await restorePrayer(ctx, prayer_request_id, why === 'undone' ? { ...restores.before, publication: to } : published)
  else if (why === 'undone' && row.decision === 'kept_held')
    await ctx.db.updateTable('prayers').set({ kept_at }).where('id', '=', prayer_request_id).execute()
  // Reports had hidden it before, and alone hide it again.
  else if (why === 'undone' && row.decision === 'hidden' && current.publication === 'hidden')
    await ctx.db.updateTable('prayers').set({ held_reason }).where('id', '=', prayer_request_id).execute()
}

/**
 * Takes a decision out of those that stand. What a later one decided anew stays as that says, and is restored by that: the words,
 * and each report. Returns the reports that no later decision is about.
 */
async function withdraw(
  ctx: Context,
  row: DecisionRow,
  why: 'undone' | 'overturned',
): Promise<DecisionSnapshot['reports']> {
  const laterOnes = await listLaterDecisions(ctx.db, row)
  const next = laterOnes.find(setsPublication)
  if (!next) await revertPublication(ctx, row, why)
  let { reports, before } = row.restores
  if (why === 'overturned' && before.publication !== 'deleted') before = published
  for (const later of laterOnes) {
    const restores = rebase(later.restores, { ...row.restores, before: later === next ? before : null, reports })
    await ctx.db
      .updateTable('decisions')
      .set({ restores: JSON.stringify(restores) })
      .where('id', '=', later.id)
      .execute()
    const taken = new Set(idsOf(later.restores.reports))
    reports = reports.filter(({ id }) => !taken.has(id))
  }
  return reports
}

/** Restores the account, but for what somebody has changed since the decision. */
async function restoreAccount(ctx: Context, { id, before, after }: AccountChange): Promise<void> {
  const user = await lockUser(ctx, id)
  if (!user) return
  const to = { to: user.email, user_id: id }
  if (user.status === after.status && before.status !== after.status && before.status !== 'deleting') {
    await setUserStatus(ctx, id, before.status)
    await enqueueMail(ctx, { ...to, template: 'unsuspended' })
  }
  if (user.role === after.role && before.role !== after.role) {
    await setRole(ctx, id, before.role)
    await revokeSessions(ctx, id, { reason: 'role_changed' })
    await enqueueMail(ctx, { ...to, template: 'role_changed', values: { role: before.role } })
  }
}

/** Undoes a decision: reopens the reports and deletes the author's notices. */
export async function undoDecision(ctx: Context, row: DecisionRow): Promise<void> {
  for (const { id, ...report } of await withdraw(ctx, row, 'undone')) {
    await ctx.db
      .updateTable('reports')
      .set({ ...report, decided_by: null, updated_at: now(ctx) })
      .where('id', '=', id)
      .execute()
  }
  if (row.restores.account) await restoreAccount(ctx, row.restores.account)
  await ctx.db
    .updateTable('decisions')
    .set({ undone_at: now(ctx) })
    .where('id', '=', row.id)
    .execute()
  await ctx.db.deleteFrom('notifications').where('decision_id', '=', row.id).execute()
  await publishQueueChange(ctx, row)
}

/** Overturns a decision after a successful appeal: publishes the request again. */
export async function overturnDecision(ctx: Context, row: DecisionRow): Promise<void> {
  const ids = idsOf(await withdraw(ctx, row, 'overturned'))
  if (ids.length === 0) return
  await ctx.db
    .updateTable('reports')
    .set({ status: 'dismissed', decision: 'none', updated_at: now(ctx) })
    .where('id', 'in', ids)
    .execute()
}
