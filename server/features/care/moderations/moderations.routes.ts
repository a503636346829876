import type { DecisionKind } from '../../../../contract/decisions.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { readPublicationState, saveDecision } from '../../community/prayers/decisions.commands.ts'
import { decideInCase, publishWaitingUpdates, takeOn } from '../review/review.commands.ts'
import { listUpdatesToPublish } from '../review/review.queries.ts'
import { seesCrises, versionOfWords } from '../review/review.rules.ts'
import { lockCategoryCounts } from '../../community/categories/categories.commands.ts'
import { deletePrayers, lockPrayers, setPrayerPublication } from '../../community/prayers/prayers.commands.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { listForModeration, readForModeration } from './moderations.queries.ts'
import { type ModerationAct, publicationAfter } from './moderations.rules.ts'

const PAGE_SIZE = 20

const decisionByAct: Record<ModerationAct, DecisionKind> = { hide: 'hidden', publish: 'none', delete: 'removed' }

type Row = Awaited<ReturnType<typeof readForModeration>>[number]

/** Applies one act to one request, stores it so that it can be undone, and notifies the author. */
async function applyAct(
  ctx: Context,
  viewer: Viewer,
  row: Row,
  { act, reason, template, message, versions = [] }: ParsedInput<'moderations.act'>,
): Promise<string | undefined> {
  const to = publicationAfter(act, row)
  if (to === null) return undefined
  const updates = act === 'publish' ? await listUpdatesToPublish(ctx, viewer, [row.id]) : []
  const read = act === 'publish' ? versions.find(({ id }) => id === row.id) : undefined
  check(read === undefined || read.version === versionOfWords(row, updates), 'holds.changed')
  const before = await readPublicationState(ctx, { prayer_request_id: row.id, update_id: null })
  if (to === 'deleted') await deletePrayers(ctx, [row.id])
  else await setPrayerPublication(ctx, row.id, to, to === 'hidden' ? 'moderator' : null)
  const isOfDanger =
    (before.publication === 'held' && before.held_reason === 'crisis') ||
    (act === 'publish' && row.is_changed_in_danger === 1)
  if (isOfDanger) {
    // Else its history would not say it, and whoever published it would count as silent.
    if (act === 'publish') await decideInCase(ctx, row.id, { act: 'published', user_id: viewer.id })
    else await takeOn(ctx, row.id, viewer.id)
  }
  if (act === 'publish') await publishWaitingUpdates(ctx, { ...row, held_at: before.held_at }, updates)
  const decision = decisionByAct[act]
  const newDecision = { prayer_request_id: row.id, decision, decided_by: viewer.id, reason, template, message }
  const decision_id = await saveDecision(ctx, newDecision, before)
  await recordAudit(ctx, viewer.id, {
    action: `moderations.${act}`,
    target_type: 'prayer',
    target_id: row.id,
    reason,
    // Without it administrators would read here who may be in danger.
    ...(isOfDanger && { detail: { held_reason: 'crisis' } }),
  })
  const { author_id } = row
  const notice = { prayer_request_id: row.id, decision_id }
  if (act === 'publish') await ctx.addJob('notifications.tell_held', { ...notice, author_id, kind: 'released' })
  else if (author_id !== null) await ctx.addJob('notifications.tell_author', { ...notice, author_id, decision })
  return decision_id
}

export const moderations = {
  'moderations.list': async ({ ctx, viewer, input }) => {
    const { page = 0, pageSize = PAGE_SIZE, publication = 'published', ...filter } = input
    return { ...(await listForModeration(ctx, viewer, { ...filter, page, pageSize, publication })), page, pageSize }
  },

  'moderations.act': async ({ ctx, viewer, input }) => {
    const { ids } = input
    check((await readForModeration(ctx, viewer, ids)).length === ids.length, 'prayers.not_found')
    await lockPrayers(ctx.db, ids)
    await lockCategoryCounts(ctx, ids)
    // Reads them after the lock, so that they cannot change any more.
    const rows = await readForModeration(ctx, viewer, ids)
    check(rows.length === ids.length, 'prayers.not_found')
    if (input.act === 'publish' && rows.some((row) => row.is_changed_in_danger === 1))
      check(seesCrises(viewer, await readCareTeam(ctx)), 'reports.danger_of_care')
    const decision_ids: string[] = []
    for (const row of rows) {
      const decision_id = await applyAct(ctx, viewer, row, input)
      if (decision_id !== undefined) decision_ids.push(decision_id)
    }
    return { ids, decision_ids }
  },
} satisfies Handlers<'moderations'>
