import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { forgetWords } from './cases.commands.ts'

export const caseJobs = (root: Context): JobHandlers<'cases.forget_words'> => ({
  'cases.forget_words': () => root.transaction(forgetWords),
})
