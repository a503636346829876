import { HOUR_MS } from '../../../../contract/time.values.ts'
import { readVersion } from '../../../version.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'
import { hasMailServer } from '../../../context.ts'
import { probe } from './probes.ts'
import { listChecks, readJobStatus } from './checks.queries.ts'
import { saveCheckResult } from './checks.commands.ts'

const testMails = defineLimit('test_mails_of_member', 5, 30 * MINUTE)

export const checks = {
  'checks.list': ({ ctx }) => listChecks(ctx.db),

  // Outside a transaction: a mail server may be slow, and a check must commit a row before it reads it back.
  'checks.run': opensTransaction(async ({ ctx, once, limits, viewer, input: { name } }) => {
    if (name === 'mail') await limits.count(testMails, viewer.id)
    const { ms, ...result } = await probe(ctx, name, viewer.id)
    return await once((transaction) => saveCheckResult(transaction, name, result, ms))
  }),

  'checks.server': async ({ ctx }) => {
    const { engine, engine_version, bytes } = await ctx.database.engine.describe()
    const jobs = await readJobStatus(ctx.db)
    const { last_job_at } = jobs
    return {
      version: readVersion(),
      engine,
      engine_version,
      database_bytes: bytes,
      ...jobs,
      is_quiet: last_job_at === null || ctx.clock().getTime() - Date.parse(last_job_at) > 2 * HOUR_MS,
      mail: (await hasMailServer(ctx)) ? ('server' as const) : ('folder' as const),
    }
  },
} satisfies Handlers<'checks'>
