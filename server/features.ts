import type { Context } from './context.ts'
import type { AllHandlers, Undeclared } from './http/implement.ts'
import type { JobHandler } from './jobs/worker.ts'
import { categories } from './features/categories/categories.routes.ts'
import { classificationJobs } from './features/classifications/classifications.jobs.ts'
import { classifications } from './features/classifications/classifications.routes.ts'
import { content } from './features/content/content.routes.ts'
import { notificationJobs } from './features/notifications/notifications.jobs.ts'
import { notifications } from './features/notifications/notifications.routes.ts'
import { prayerJobs } from './features/prayers/prayers.jobs.ts'
import { prayers } from './features/prayers/prayers.routes.ts'
import { reactions } from './features/reactions/reactions.routes.ts'
import { reports } from './features/reports/reports.routes.ts'
import { sessions } from './features/sessions/sessions.routes.ts'
import { themes } from './features/themes/themes.routes.ts'
import { updates } from './features/updates/updates.routes.ts'
import { forgetOldKeys } from './http/idempotency.ts'

/** Every handler of the contract: leaving a feature out does not compile. */
export const handlers = {
  ...sessions,
  ...categories,
  ...themes,
  ...content,
  ...notifications,
  ...prayers,
  ...updates,
  ...classifications,
  ...reactions,
  ...reports,
} satisfies AllHandlers

// Neither does a handler that gives a member which the contract does not declare: the error names it.
type Check<Nothing extends never> = Nothing
export type NothingUndeclared = Check<Undeclared<typeof handlers>>

/** Every kind of job, by name. */
export const jobHandlers = (ctx: Context): Record<string, JobHandler> => ({
  ...prayerJobs(ctx),
  ...classificationJobs(ctx),
  ...notificationJobs(ctx),
  'idempotency.forget': () => forgetOldKeys(ctx),
  'mail.send': async () => {},
  'database.optimize': () => ctx.database.engine.optimize(),
})

/** The kinds that tidy up once an hour. */
export const hourlyJobs = ['idempotency.forget', 'classifications.judge', 'database.optimize']
