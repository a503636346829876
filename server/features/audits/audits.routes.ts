import { check } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { type AuditPlace, listActs } from './audits.queries.ts'

const PAGE_SIZE = 50

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
} satisfies Handlers<'audits'>
