import { TextStream } from '../../../contract/streams.ts'
import { recordAct } from '../../audit/audit.ts'
import { type Context, now } from '../../context.ts'
import { check } from '../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../http/implement.ts'
import { type AuditFilter, type AuditPlace, listActs } from './audits.queries.ts'
import { columns, line, lineOf } from './audits.rules.ts'

const PAGE_SIZE = 50

const BATCH = 500

/** The log as CSV, a batch at a time: it may be longer than there is memory. */
async function* asCsv(ctx: Context, filter: AuditFilter): AsyncGenerator<string> {
  yield line(columns)
  let after: AuditPlace | undefined
  do {
    const { items, next } = await listActs(ctx.database.db, filter, { after, pageSize: BATCH })
    yield items.map(lineOf).join('')
    after = next
  } while (after)
}

const isPlace = (value: unknown): value is { audit: AuditPlace } =>
  typeof value === 'object' && value !== null && 'audit' in value

export const audits = {
  'audits.list': async ({ ctx, input: { cursor, pageSize = PAGE_SIZE, ...filter } }) => {
    const place = cursor === undefined ? undefined : ctx.secrets.openCursor(cursor)
    check(cursor === undefined || isPlace(place), 'request.invalid')
    const after = isPlace(place) ? place.audit : undefined
    const { items, next } = await listActs(ctx.db, filter, { after, pageSize })
    return { items, next_cursor: next ? ctx.secrets.sealCursor({ audit: next }) : null }
  },

  // Outside a transaction: the log is read while it is sent.
  'audits.export': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    await limits.count('exports_of_member', viewer.id)
    const at = now(ctx)
    const until = input.until !== undefined && input.until < at ? input.until : at
    const act = { action: 'audits.export', target_type: 'audit', target_id: 'log', detail: { filter: input } }
    await ctx.transaction((transaction) => recordAct(transaction, viewer.id, act))
    const file_name = `audit-${at.slice(0, 'yyyy-mm-dd'.length)}.csv`
    return new TextStream({ media_type: 'text/csv', file_name, pieces: asCsv(ctx, { ...input, until }) })
  }),
} satisfies Handlers<'audits'>
