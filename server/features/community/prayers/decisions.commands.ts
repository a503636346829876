import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { DecisionKind, MessageTemplate } from '../../../../contract/decisions.ts'
import type { HeldReason } from '../../../../contract/prayers.ts'
import type { ReportStatus } from '../../../../contract/reports.ts'
import type { Role, UserStatus } from '../../../../contract/users.ts'
import { type Context, now } from '../../../context.ts'
import { hasRow, prayersWithoutReader } from '../../../db/open.ts'
import type { Publication } from '../../../db/schema.ts'
import { hasWordsOfDanger } from './prayers.queries.ts'

/** The state before and after a decision, so that it can be undone. */
export interface DecisionSnapshot {
  before: { publication: Publication; held_reason: HeldReason | null; held_at: string | null; kept_at: string | null }
  after: Publication
  /** The reports that the decision closed. */
  reports: {
    id: string
    status: ReportStatus
    decision: string
    decision_reason: string | null
    decided_at: string | null
    decided_with: string | null
  }[]
  /** The author's account, when the decision changed it. */
  account: AccountChange | null
}

type AccountState = { role: Role; status: UserStatus }
export interface AccountChange {
  id: string
  before: AccountState
  after: AccountState
}

export interface NewDecision {
  prayer_request_id: string
  update_id?: string | null
  report_id?: string | null
  decision: DecisionKind
  decided_by: string
  /** The reason, for staff. */
  reason?: string | null | undefined
  template?: MessageTemplate | null | undefined
  message?: string | null | undefined
  /** The reports and the author's account before the decision. */
  reports?: DecisionSnapshot['reports']
  account?: DecisionSnapshot['account']
}

/** The state of a request before a decision. An update that waits is held for danger where there may be any in its request. */
export async function readPublicationState(
  { db }: Context,
  { prayer_request_id, update_id }: { prayer_request_id: string; update_id: string | null },
): Promise<DecisionSnapshot['before']> {
  const prayer = await prayersWithoutReader(db)
    .select(['publication', 'held_reason', 'held_at', 'kept_at'])
    .where('id', '=', prayer_request_id)
    .executeTakeFirstOrThrow()
  if (update_id === null) return prayer
  const { publication } = await db
    .selectFrom('prayer_updates')
    .select('publication')
    .where('id', '=', update_id)
    .executeTakeFirstOrThrow()
  const isOfDanger =
    publication === 'held' &&
    (await prayersWithoutReader(db)
      .select('id')
      .where('id', '=', prayer_request_id)
      .where((query) => query.or([query('held_reason', '=', sql.lit('crisis')), hasWordsOfDanger]))
      .$call(hasRow))
  return { publication, held_reason: isOfDanger ? 'crisis' : null, held_at: null, kept_at: null }
}

/** Stores a decision that has just been applied. `before` comes from `readPublicationState`. */
export async function saveDecision(
  ctx: Context,
  decision: NewDecision,
  before: DecisionSnapshot['before'],
): Promise<string> {
  const { prayer_request_id, update_id = null, report_id = null } = decision
  const { reports = [], account = null } = decision
  const { publication: after } = await readPublicationState(ctx, { prayer_request_id, update_id })
  const id = uuidv4()
  await ctx.db
    .insertInto('decisions')
    .values({
      id,
      prayer_request_id,
      update_id,
      report_id,
      decision: decision.decision,
      template: decision.template ?? null,
      message: decision.message ?? null,
      reason: decision.reason ?? null,
      restores: JSON.stringify({ before, after, reports, account } satisfies DecisionSnapshot),
      // Whatever was decided, also about a report of something else: the words are the care team’s alone, in an appeal too.
      is_crisis: before.publication === 'held' && before.held_reason === 'crisis',
      decided_by: decision.decided_by,
      decided_at: now(ctx),
    })
    .execute()
  return id
}

/**
 * Records a deletion by a moderator as a decision: its author hears of it, and can appeal. A request that its author had deleted by
 * then, as `before` says, is left out.
 */
export async function decideRemoval(
  ctx: Context,
  removed: Omit<NewDecision, 'decision'> & { author_id: string | null },
  before: DecisionSnapshot['before'],
): Promise<void> {
  const { author_id, ...given } = removed
  if (before.publication === 'deleted') return
  const { prayer_request_id } = given
  const decision = 'removed'
  const decision_id = await saveDecision(ctx, { ...given, decision }, before)
  if (author_id === null) return
  await ctx.addJob('notifications.tell_author', { author_id, prayer_request_id, decision, decision_id })
}
