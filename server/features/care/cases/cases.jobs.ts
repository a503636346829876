import type { Context } from '../../../context.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { forgetWords, releaseLeft } from './cases.commands.ts'

export const caseJobs = (root: Context): JobHandlers<'cases.forget_words' | 'cases.release'> => ({
  'cases.forget_words': () => root.transaction(forgetWords),
  'cases.release': () => root.transaction(releaseLeft),
})
