import { type SqlBool, sql } from 'kysely'
import type { AuditEntry } from '../../../../contract/audit.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { auditActions, kindOfAct } from '../../../../contract/audit.values.ts'
import { containsName, containsText } from '../../../db/names.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { describeActs } from './audit-subjects.queries.ts'
import { PASSED_ON, hideCare } from './audit.rules.ts'

/** The position after an entry: its time and id. */
export type AuditCursor = [created_at: string, id: string]
export type AuditFilter = Omit<ParsedInput<'audit.list'>, 'cursor' | 'pageSize'>

/** True for an act that cannot be about somebody in danger: see `isOfCare`. The engines write a space behind a colon, or none. */
const isNotOfCare = sql<SqlBool>`(act.action not in ('holds.acknowledge', 'holds.keep', 'holds.mark_seen', 'holds.publish')
  and cast(act.detail as text) not like ${`%"${PASSED_ON}"%`}
  and cast(act.detail as text) not like ${`%"held_reason":%"crisis"%`})`

/** One page of the log, newest first, and the cursor of the next one. Each filter has an index in this order. */
export async function listAuditEntries(
  db: Db,
  viewer: Viewer,
  { actor, action, kind, text, target_type, target_id, since, until }: AuditFilter,
  { after, pageSize, sees_alarms }: { after: AuditCursor | undefined; pageSize: number; sees_alarms: boolean },
): Promise<{ items: AuditEntry[]; next: AuditCursor | undefined }> {
  let query = db
    .selectFrom('audit_log as act')
    .leftJoin('users as person', 'person.id', 'act.actor_id')
    .select([
      'act.id',
      'act.actor_id',
      'person.display_name',
      'act.action',
      'act.target_type',
      'act.target_id',
      'act.reason',
      'act.detail',
      'act.created_at',
    ])
    .orderBy('act.created_at', 'desc')
    .orderBy('act.id', 'desc')
    .limit(pageSize + 1)
  if (actor !== undefined) query = query.where('act.actor_id', '=', actor)
  if (action !== undefined) query = query.where('act.action', '=', action)
  if (kind === 'site') query = query.where('act.actor_id', 'is', null)
  else if (kind !== undefined)
    query = query.where(
      'act.action',
      'in',
      auditActions.filter((one) => kindOfAct(one) === kind),
    )
  if (text !== undefined) {
    const words = text.split(' ').filter((word) => word !== '')
    const matchesReason = sql.join<SqlBool>(
      words.map((word) => containsText('act.reason', word)),
      sql` and `,
    )
    // Ids of things that acts were done to are text on both engines; those of people are not.
    const people = db
      .selectFrom('users')
      .select(sql<string>`cast(id as text)`.as('id'))
      .where(containsName('name_folded', text))
    query = query.where((where) =>
      where.or([
        // Nobody finds out by guessing what was written about somebody in danger.
        where.and([sql<SqlBool>`(${matchesReason})`, isNotOfCare]),
        where(sql<string>`cast(act.actor_id as text)`, 'in', people),
        where.and([where('act.target_type', '=', sql.lit('user')), where('act.target_id', 'in', people)]),
      ]),
    )
  }
  // Their minute would show who wrote just then: the care team has it from the alarm itself.
  if (!sees_alarms) query = query.where('act.action', 'not in', ['alarms.tell', 'alarms.fail'])
  if (target_type !== undefined) query = query.where('act.target_type', '=', target_type)
  // Nor, by asking for one request, whether it was about danger.
  if (target_id !== undefined) query = query.where('act.target_id', '=', target_id).where(isNotOfCare)
  if (since !== undefined) query = query.where('act.created_at', '>=', since)
  if (until !== undefined) query = query.where('act.created_at', '<', until)
  if (after) query = query.where(sql<SqlBool>`(act.created_at, act.id) < (${after[0]}, ${after[1]})`)
  const rows = await query.execute()
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const subjects = await describeActs(db, viewer, shown)
  return {
    items: shown.map(({ display_name, ...act }) => ({
      ...hideCare(act),
      actor: act.actor_id === null || display_name === null ? null : { id: act.actor_id, display_name },
      ...(subjects.get(act.id) ?? { subject: null, from: null, to: [] }),
    })),
    next: rows.length > pageSize && last ? [last.created_at, last.id] : undefined,
  }
}
