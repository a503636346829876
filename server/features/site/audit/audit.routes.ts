import { FileStream } from '../../../../contract/streams.ts'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import type { Language } from '../../../../contract/fields.ts'
import { type Viewer, checkRecentlyConfirmed } from '../../../http/session.ts'
import { type AuditFilter, type AuditCursor, listAuditEntries } from './audit.queries.ts'
import { columnsOf, formatTime, sayAct } from './audit-sentences.ts'
import { formatLine } from './audit.rules.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { seesCrises } from '../../care/review/review.rules.ts'
import { readSetting } from '../../../settings/settings.ts'
import { exportsOfMember } from '../personal-data/exports.rules.ts'

const PAGE_SIZE = 50

const BATCH = 500

const seesAlarms = async (ctx: Context, viewer: Viewer): Promise<boolean> =>
  seesCrises(viewer, await readCareTeam({ db: ctx.database.db, clock: ctx.clock }))

/** The log as CSV, one batch at a time, because it may exceed the memory. */
async function* streamCsv(
  ctx: Context,
  viewer: Viewer,
  filter: AuditFilter,
  language: Language,
  zone: string,
): AsyncGenerator<string> {
  yield formatLine(columnsOf(language, zone))
  const sees_alarms = await seesAlarms(ctx, viewer)
  let after: AuditCursor | undefined
  do {
    const { items, next } = await listAuditEntries(ctx.database.db, viewer, filter, {
      after,
      pageSize: BATCH,
      sees_alarms,
    })
    yield items
      .map((act) =>
        formatLine([
          formatTime(act.created_at, zone),
          act.actor?.display_name ?? null,
          sayAct(act, language, zone),
          act.reason,
        ]),
      )
      .join('')
    after = next
  } while (after)
}

const isAuditCursor = (value: unknown): value is { audit: AuditCursor } =>
  typeof value === 'object' && value !== null && 'audit' in value

export const audit = {
  'audit.list': async ({ ctx, viewer, input: { cursor, pageSize = PAGE_SIZE, ...filter } }) => {
    const place = cursor === undefined ? undefined : ctx.secrets.decryptCursor(cursor)
    check(cursor === undefined || isAuditCursor(place), 'request.invalid')
    const after = isAuditCursor(place) ? place.audit : undefined
    const sees_alarms = await seesAlarms(ctx, viewer)
    const { items, next } = await listAuditEntries(ctx.db, viewer, filter, { after, pageSize, sees_alarms })
    return { items, next_cursor: next ? ctx.secrets.encryptCursor({ audit: next }) : null }
  },

  // Outside a transaction: the log is read while it is sent.
  'audit.export': opensTransaction(async ({ ctx, limits, viewer, input: { language = 'en', ...input } }) => {
    checkRecentlyConfirmed(ctx, viewer)
    await limits.count(exportsOfMember, viewer.id)
    const at = now(ctx)
    const until = input.until !== undefined && input.until < at ? input.until : at
    const act = { action: 'audits.export' as const, target_type: 'audit', target_id: 'log', detail: { filter: input } }
    await ctx.transaction((transaction) => recordAudit(transaction, viewer.id, act))
    const file_name = `audit-${at.slice(0, 'yyyy-mm-dd'.length)}.csv`
    return new FileStream({
      media_type: 'text/csv; charset=utf-8',
      file_name,
      pieces: streamCsv(ctx, viewer, { ...input, until }, language, await readSetting(ctx, 'time_zone')),
    })
  }),
} satisfies Handlers<'audit'>
