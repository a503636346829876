import type { OwnDecision } from '../../../../contract/decisions.ts'
import { notifiedDecisions } from '../../../../contract/decisions.values.ts'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import type { DecisionSnapshot } from '../../community/prayers/decisions.commands.ts'
import { type DecisionRow, appealUntil, decisionColumns, mayAppeal, setsPublication } from './decisions.rules.ts'
import { filterReadable } from '../../community/prayers/prayers.queries.ts'
import { isOwnOf } from '../../community/prayers/prayers.rules.ts'

export const toDecisionRow = <Row extends { restores: Record<string, unknown> }>(
  row: Row,
): Omit<Row, 'restores'> & { restores: DecisionSnapshot } => ({
  ...row,
  restores: row.restores as unknown as DecisionSnapshot,
})

/** Decisions of the viewer that are not undone, newest first: the order in which they are undone. */
export async function readOwnDecisions(db: Db, viewer: Viewer, ids: string[]): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(decisionColumns)
    .where('id', 'in', ids)
    .where('decided_by', '=', viewer.id)
    .where('undone_at', 'is', null)
    .orderBy('decided_at', 'desc')
    .execute()
  return rows.map(toDecisionRow)
}

/** The decisions since about the same words that still stand, oldest first. */
export async function listLaterDecisions(
  db: Db,
  { prayer_request_id, update_id, decided_at }: DecisionRow,
): Promise<DecisionRow[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(decisionColumns)
    .where('prayer_request_id', '=', prayer_request_id)
    .where('update_id', 'is not distinct from', update_id)
    .where('decided_at', '>', decided_at)
    .where('undone_at', 'is', null)
    .where('appeal_outcome', 'is distinct from', 'overturned')
    .orderBy('decided_at')
    .execute()
  return rows.map(toDecisionRow)
}

/** True for an update that a decision hid, and none has shown since. Else reports alone did. */
export async function isHiddenByDecision(db: Db, update_id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('decisions')
    .select(decisionColumns)
    .where('update_id', '=', update_id)
    .where('undone_at', 'is', null)
    .where('appeal_outcome', 'is distinct from', 'overturned')
    .orderBy('decided_at', 'desc')
    .execute()
  return rows.map(toDecisionRow).find(setsPublication)?.restores.after === 'hidden'
}

const selectAboutOwn = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('prayers')
    .innerJoin('decisions', 'decisions.prayer_request_id', 'prayers.id')
    .leftJoin('prayer_updates as update', 'update.id', 'decisions.update_id')
    .where(isOwnOf(viewer.id))
    .where('decisions.undone_at', 'is', null)
    .where('decisions.decision', 'in', notifiedDecisions)

/** Decisions about the viewer's requests, newest first, with the viewer's own text, also of removed requests. */
export async function listAboutOwn({ db, clock }: Context, viewer: Viewer, page = 0): Promise<OwnDecision[]> {
  const rows = await selectAboutOwn(db, viewer)
    .select(decisionColumns)
    .select(['prayers.title', 'prayers.content', 'prayers.line_of', 'update.content as update_content'])
    .select(['decisions.template', 'decisions.message', 'decisions.appeal', 'decisions.appeal_answer'])
    .orderBy('decisions.decided_at', 'desc')
    .orderBy('decisions.id')
    .limit(HISTORY_PAGE)
    .offset(page * HISTORY_PAGE)
    .execute()
  const pageOf = (row: (typeof rows)[number]): string => row.line_of ?? row.prayer_request_id
  const readable = await filterReadable(db, viewer, rows.map(pageOf))
  return rows.map((row): OwnDecision => ({
    id: row.id,
    prayer_request_id: row.prayer_request_id,
    page_id: readable.has(pageOf(row)) ? pageOf(row) : null,
    is_of_update: row.update_id !== null,
    title: row.update_id === null ? row.title : null,
    content: row.update_content ?? row.content,
    decision: row.decision,
    template: row.template,
    message: row.message,
    decided_at: row.decided_at,
    may_appeal: mayAppeal(row, clock()),
    appeal_until: appealUntil(row.decided_at),
    appeal: row.appeal,
    appeal_outcome: row.appeal_outcome,
    appeal_answer: row.appeal_answer,
  }))
}

/** A decision about the viewer's own request, or undefined. */
export async function readAboutOwn(db: Db, viewer: Viewer, id: string): Promise<DecisionRow | undefined> {
  const row = await selectAboutOwn(db, viewer).select(decisionColumns).where('decisions.id', '=', id).executeTakeFirst()
  return row && toDecisionRow(row)
}
