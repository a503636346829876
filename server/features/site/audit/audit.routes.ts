import { TextStream } from '../../../../contract/streams.ts'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { type AuditFilter, type AuditCursor, listAuditEntries } from './audit.queries.ts'
import { columns, formatLine, formatEntry } from './audit.rules.ts'
import { exportsOfMember } from '../personal-data/exports.rules.ts'

const PAGE_SIZE = 50

const BATCH = 500

/** The log as CSV, one batch at a time, because it may exceed the memory. */
async function* streamCsv(ctx: Context, filter: AuditFilter): AsyncGenerator<string> {
  yield formatLine(columns)
  let after: AuditCursor | undefined
  do {
    const { items, next } = await listAuditEntries(ctx.database.db, filter, { after, pageSize: BATCH })
    yield items.map(formatEntry).join('')
    after = next
  } while (after)
}

const isAuditCursor = (value: unknown): value is { audit: AuditCursor } =>
  typeof value === 'object' && value !== null && 'audit' in value

export const audit = {
  'audit.list': async ({ ctx, input: { cursor, pageSize = PAGE_SIZE, ...filter } }) => {
    const place = cursor === undefined ? undefined : ctx.secrets.decryptCursor(cursor)
    check(cursor === undefined || isAuditCursor(place), 'request.invalid')
    const after = isAuditCursor(place) ? place.audit : undefined
    const { items, next } = await listAuditEntries(ctx.db, filter, { after, pageSize })
    return { items, next_cursor: next ? ctx.secrets.encryptCursor({ audit: next }) : null }
  },

  // Outside a transaction: the log is read while it is sent.
  'audit.export': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    checkRecentlyConfirmed(ctx, viewer)
    await limits.count(exportsOfMember, viewer.id)
    const at = now(ctx)
    const until = input.until !== undefined && input.until < at ? input.until : at
    const act = { action: 'audits.export', target_type: 'audit', target_id: 'log', detail: { filter: input } }
    await ctx.transaction((transaction) => recordAudit(transaction, viewer.id, act))
    const file_name = `audit-${at.slice(0, 'yyyy-mm-dd'.length)}.csv`
    return new TextStream({ media_type: 'text/csv', file_name, pieces: streamCsv(ctx, { ...input, until }) })
  }),
} satisfies Handlers<'audit'>
