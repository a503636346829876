import type { Context } from './context.ts'
import type { AllHandlers, Undeclared } from './http/implement.ts'
import type { JobHandler } from './jobs/worker.ts'
import { accounts } from './features/accounts/accounts.routes.ts'
import { audits } from './features/audits/audits.routes.ts'
import { categories } from './features/categories/categories.routes.ts'
import { content } from './features/content/content.routes.ts'
import { deletionJobs } from './features/deletions/deletions.jobs.ts'
import { deletions } from './features/deletions/deletions.routes.ts'
import { devices } from './features/devices/devices.routes.ts'
import { exports } from './features/exports/exports.routes.ts'
import { notifications } from './features/notifications/notifications.routes.ts'
import { prayerJobs } from './features/prayers/prayers.jobs.ts'
import { prayers } from './features/prayers/prayers.routes.ts'
import { preferences } from './features/preferences/preferences.routes.ts'
import { sessions } from './features/sessions/sessions.routes.ts'
import { themes } from './features/themes/themes.routes.ts'
import { forgetOldKeys } from './http/idempotency.ts'

/** Every handler of the contract: leaving a feature out does not compile. */
export const handlers = {
  ...sessions,
  ...accounts,
  ...preferences,
  ...devices,
  ...deletions,
  ...exports,
  ...audits,
  ...categories,
  ...themes,
  ...content,
  ...notifications,
  ...prayers,
} satisfies AllHandlers

// Neither does a handler that gives a member which the contract does not declare: the error names it.
type Check<Nothing extends never> = Nothing
export type NothingUndeclared = Check<Undeclared<typeof handlers>>

/** Every kind of job, by name. */
export const jobHandlers = (ctx: Context): Record<string, JobHandler> => ({
  ...prayerJobs(ctx),
  ...deletionJobs(ctx),
  'idempotency.forget': () => forgetOldKeys(ctx),
  'mail.send': async () => {},
  'database.optimize': () => ctx.database.engine.optimize(),
})

/** The kinds that tidy up once an hour. */
export const hourlyJobs = ['idempotency.forget', 'deletions.finish', 'database.optimize']
