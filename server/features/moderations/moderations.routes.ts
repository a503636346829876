import type { DecisionKind } from '../../../contract/decisions.ts'
import type { ParsedInput } from '../../../contract/schemas.ts'
import { recordAct } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { check } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import type { Viewer } from '../../http/session.ts'
import { keepDecision, readState } from '../decisions/decisions.changes.ts'
import { listWaitingUpdates } from '../holds/holds.queries.ts'
import { deletePrayers, holdPrayers, setPublication } from '../prayers/prayers.changes.ts'
import { publishUpdate } from '../updates/updates.queries.ts'
import { listAtDesk, readAtDesk } from './moderations.queries.ts'
import { type DeskAct, goesTo } from './moderations.rules.ts'

const PAGE_SIZE = 20

const decisionOf: Record<DeskAct, DecisionKind> = { hide: 'hidden', publish: 'none', delete: 'removed' }

type Row = Awaited<ReturnType<typeof readAtDesk>>[number]

/** Does one act with one request, keeps it so that it can be undone, and tells the author. */
async function actOn(
  ctx: Context,
  viewer: Viewer,
  row: Row,
  { act, reason, template, message }: ParsedInput<'moderations.act'>,
): Promise<string | undefined> {
  if (goesTo(act, row.publication) === null) return undefined
  const before = await readState(ctx, { prayer_request_id: row.id, update_id: null })
  if (act === 'delete') await deletePrayers(ctx, [row.id])
  else await setPublication(ctx, row.id, act === 'hide' ? 'hidden' : 'published', act === 'hide' ? 'moderator' : null)
  if (act === 'publish')
    for (const update of await listWaitingUpdates(ctx.db, [row.id])) await publishUpdate(ctx, row, update)
  const decision = decisionOf[act]
  const given = { prayer_request_id: row.id, decision, decided_by: viewer.id, reason, template, message }
  const decision_id = await keepDecision(ctx, given, before)
  await recordAct(ctx, viewer.id, { action: `moderations.${act}`, target_type: 'prayer', target_id: row.id, reason })
  const told = { prayer_request_id: row.id, author_id: row.author_id, decision_id }
  if (act === 'publish') await ctx.addJob('notifications.tell_held', { ...told, kind: 'released' })
  else if (row.author_id !== null) await ctx.addJob('notifications.tell_author', { ...told, decision })
  return decision_id
}

export const moderations = {
  'moderations.list': async ({ ctx, viewer, input }) => {
    const { page = 0, pageSize = PAGE_SIZE, publication = 'published', reported = false, ...filter } = input
    const found = await listAtDesk(ctx, viewer, { ...filter, page, pageSize, publication, reported })
    return { ...found, page, pageSize }
  },

  'moderations.act': async ({ ctx, viewer, input }) => {
    const { ids } = input
    check((await readAtDesk(ctx, viewer, ids)).length === ids.length, 'prayers.not_found')
    await holdPrayers(ctx.db, ids)
    // As they are now that nobody else changes them.
    const rows = await readAtDesk(ctx, viewer, ids)
    check(rows.length === ids.length, 'prayers.not_found')
    const decision_ids: string[] = []
    for (const row of rows) {
      const decision_id = await actOn(ctx, viewer, row, input)
      if (decision_id !== undefined) decision_ids.push(decision_id)
    }
    return { ids, decision_ids }
  },
} satisfies Handlers<'moderations'>
