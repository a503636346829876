import { v4 as uuidv4 } from 'uuid'
import type { DecisionKind, MessageTemplate } from '../../../contract/decisions.ts'
import { type Context, now } from '../../context.ts'
import type { Publication } from '../../db/schema.ts'
import { putBack } from '../prayers/prayers.changes.ts'
import { setUpdatePublication } from '../updates/updates.queries.ts'
import { type DecisionRow, type Restores, publicationAfterUndo } from './decisions.rules.ts'

export interface NewDecision {
  prayer_request_id: string
  update_id?: string | null
  report_id?: string | null
  decision: DecisionKind
  decided_by: string
  /** Why, for staff. */
  reason?: string | null | undefined
  template?: MessageTemplate | null | undefined
  message?: string | null | undefined
  is_crisis?: boolean
  /** The report as it was. */
  report?: Restores['report']
}

/** What is about to be decided about, as it is now. */
export async function readState(
  { db }: Context,
  { prayer_request_id, update_id }: { prayer_request_id: string; update_id: string | null },
): Promise<Restores['before']> {
  const prayer = await db
    .selectFrom('prayers')
    .select(['publication', 'held_reason', 'held_at', 'kept_at'])
    .where('id', '=', prayer_request_id)
    .executeTakeFirstOrThrow()
  if (update_id === null) return prayer
  const { publication } = await db
    .selectFrom('prayer_updates')
    .select('publication')
    .where('id', '=', update_id)
    .executeTakeFirstOrThrow()
  return { publication, held_reason: null, held_at: null, kept_at: null }
}

/** Keeps what is decided, after `carryOut` has done it: `before` is from `readState`. */
export async function keepDecision(ctx: Context, given: NewDecision, before: Restores['before']): Promise<string> {
  const { prayer_request_id, update_id = null, report_id = null, report = null, is_crisis = false } = given
  const { publication: after } = await readState(ctx, { prayer_request_id, update_id })
  const id = uuidv4()
  await ctx.db
    .insertInto('decisions')
    .values({
      id,
      prayer_request_id,
      update_id,
      report_id,
      decision: given.decision,
      template: given.template ?? null,
      message: given.message ?? null,
      reason: given.reason ?? null,
      restores: JSON.stringify({ before, after, report } satisfies Restores),
      is_crisis,
      decided_by: given.decided_by,
      decided_at: now(ctx),
    })
    .execute()
  return id
}

async function currentOf(ctx: Context, row: DecisionRow): Promise<Publication> {
  return (await readState(ctx, row)).publication
}

/** Takes back what a decision did with a request, as far as nobody has done anything else with it since. */
async function takeBack(ctx: Context, row: DecisionRow, why: 'undone' | 'overturned'): Promise<void> {
  const { prayer_request_id, update_id, restores } = row
  const to = publicationAfterUndo(restores, await currentOf(ctx, row), why)
  const { held_reason, held_at, kept_at } = restores.before
  if (update_id === null) {
    if (to !== null && why === 'undone')
      await putBack(ctx, prayer_request_id, { publication: to, held_reason, held_at, kept_at })
    else if (to !== null)
      await putBack(ctx, prayer_request_id, { publication: to, held_reason: null, held_at: null, kept_at: null })
    else if (why === 'undone' && row.decision === 'kept_held')
      await ctx.db.updateTable('prayers').set({ kept_at }).where('id', '=', prayer_request_id).execute()
  } else if (to !== null) await setUpdatePublication(ctx, update_id, to)
}

/** As if it had not been decided: the report is open again, and its author is told of nothing. */
export async function undoDecision(ctx: Context, row: DecisionRow): Promise<void> {
  await takeBack(ctx, row, 'undone')
  const { report } = row.restores
  if (row.report_id !== null && report !== null) {
    await ctx.db
      .updateTable('reports')
      .set({ ...report, decided_by: null, updated_at: now(ctx) })
      .where('id', '=', row.report_id)
      .execute()
  }
  await ctx.db
    .updateTable('decisions')
    .set({ undone_at: now(ctx) })
    .where('id', '=', row.id)
    .execute()
  await ctx.db.deleteFrom('notifications').where('decision_id', '=', row.id).execute()
}

/** What an author said against a decision was right: the request is on the wall again. */
export async function overturnDecision(ctx: Context, row: DecisionRow): Promise<void> {
  await takeBack(ctx, row, 'overturned')
  if (row.report_id === null) return
  await ctx.db
    .updateTable('reports')
    .set({ status: 'dismissed', decision: 'none', updated_at: now(ctx) })
    .where('id', '=', row.report_id)
    .execute()
}
