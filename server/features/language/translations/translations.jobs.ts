import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { purgeOldTranslations } from './translations.commands.ts'

export const translationJobs = (ctx: Context): JobHandlers<'translations.forget_old'> => ({
  'translations.forget_old': () => purgeOldTranslations(ctx),
})
