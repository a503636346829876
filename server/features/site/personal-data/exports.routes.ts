import { check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { readExport } from './exports.queries.ts'
import { exportsOfMember } from './exports.rules.ts'

export const exports = {
  // Outside a transaction, which would store the response for repeated requests and block others.
  'exports.make': opensTransaction(async ({ ctx, limits, viewer, input }) => {
    check(input.id === viewer.id, 'request.forbidden')
    checkRecentlyConfirmed(ctx, viewer)
    await limits.count(exportsOfMember, viewer.id)
    await ctx.transaction((transaction) => recordSecurityEvent(transaction, viewer.id, 'data_exported', {}))
    return await readExport(ctx, viewer)
  }),
} satisfies Handlers<'exports'>
