import type { Context } from '../../../context.ts'
import { doEach } from '../../../jobs/each.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { tellUnheard } from '../alarms/alarms.commands.ts'
import { forgetWords, releaseLeft, tellDue } from './cases.commands.ts'

export const caseJobs = (root: Context): JobHandlers<'cases.forget_words' | 'cases.release'> => ({
  'cases.forget_words': () => root.transaction(forgetWords),
  // Those that are released now have an alarm of their own.
  'cases.release': () => doEach([tellUnheard, releaseLeft, tellDue], (work) => root.transaction(work)),
})
