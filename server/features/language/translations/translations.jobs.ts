import type { Context } from '../../../context.ts'
import type { JobHandler } from '../../../jobs/worker.ts'
import { purgeOldTranslations } from './translations.commands.ts'

export const translationJobs = (ctx: Context): Record<string, JobHandler> => ({
  'translations.forget_old': () => purgeOldTranslations(ctx),
})
