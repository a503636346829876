import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { forgetOldTranslations } from './translations.queries.ts'

export const translationJobs = (ctx: Context): Record<string, JobHandler> => ({
  'translations.forget_old': () => forgetOldTranslations(ctx),
})
