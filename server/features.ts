import { type Context, classifiesSlowly } from './context.ts'
import type { AllHandlers, Undeclared } from './http/implement.ts'
import type { JobHandler } from './jobs/worker.ts'
import { accounts } from './features/accounts/accounts.routes.ts'
import { appeals } from './features/appeals/appeals.routes.ts'
import { audits } from './features/audits/audits.routes.ts'
import { categories } from './features/categories/categories.routes.ts'
import { checkJobs } from './features/checks/checks.jobs.ts'
import { checks } from './features/checks/checks.routes.ts'
import { trainingJobs, classificationJobs } from './features/classifications/classifications.jobs.ts'
import { classifications } from './features/classifications/classifications.routes.ts'
import { classifiers } from './features/classifiers/classifiers.routes.ts'
import { content } from './features/content/content.routes.ts'
import { decisions } from './features/decisions/decisions.routes.ts'
import { groups } from './features/groups/groups.routes.ts'
import { notificationJobs } from './features/notifications/notifications.jobs.ts'
import { deletionJobs } from './features/deletions/deletions.jobs.ts'
import { deletions } from './features/deletions/deletions.routes.ts'
import { devices } from './features/devices/devices.routes.ts'
import { eventJobs } from './features/events/events.jobs.ts'
import { events } from './features/events/events.routes.ts'
import { exports } from './features/exports/exports.routes.ts'
import { emailJobs } from './features/emails/emails.jobs.ts'
import { emails } from './features/emails/emails.routes.ts'
import { helplines } from './features/helplines/helplines.routes.ts'
import { review } from './features/holds/holds.routes.ts'
import { invitations } from './features/invitations/invitations.routes.ts'
import { moderations } from './features/moderations/moderations.routes.ts'
import { notifications } from './features/notifications/notifications.routes.ts'
import { passwordJobs } from './features/passwords/passwords.jobs.ts'
import { passwords } from './features/passwords/passwords.routes.ts'
import { prayerJobs } from './features/prayers/prayers.jobs.ts'
import { prayer_lists } from './features/prayer_lists/prayer_lists.routes.ts'
import { prayers } from './features/prayers/prayers.routes.ts'
import { reactions } from './features/reactions/reactions.routes.ts'
import { reportJobs } from './features/reports/reports.jobs.ts'
import { reports } from './features/reports/reports.routes.ts'
import { preferences } from './features/preferences/preferences.routes.ts'
import { second_factors } from './features/second_factors/second_factors.routes.ts'
import { purgeExpiredChallenges } from './features/second_factors/second_factors.queries.ts'
import { sessionJobs } from './features/sessions/sessions.jobs.ts'
import { sessions } from './features/sessions/sessions.routes.ts'
import { settings } from './features/settings/settings.routes.ts'
import { stats } from './features/stats/stats.routes.ts'
import { themes } from './features/themes/themes.routes.ts'
import { translationJobs } from './features/translations/translations.jobs.ts'
import { translations } from './features/translations/translations.routes.ts'
import { updates } from './features/updates/updates.routes.ts'
import { voices } from './features/voices/voices.routes.ts'
export { liveRules } from './features/events/events.rules.ts'
import { purgeRateLimits } from './http/kept-limits.ts'
import { purgeIdempotencyKeys } from './http/idempotency.ts'
import { mailJobs, mailCleanupJobs } from './mail/send.ts'

/** Every handler of the contract: leaving a feature out does not compile. */
export const handlers = {
  ...sessions,
  ...accounts,
  ...preferences,
  ...devices,
  ...deletions,
  ...exports,
  ...events,
  ...audits,
  ...second_factors,
  ...passwords,
  ...emails,
  ...invitations,
  ...settings,
  ...checks,
  ...categories,
  ...stats,
  ...themes,
  ...content,
  ...groups,
  ...notifications,
  ...prayers,
  ...updates,
  ...classifications,
  ...translations,
  ...voices,
  ...reactions,
  ...prayer_lists,
  ...reports,
  ...classifiers,
  ...helplines,
  ...review,
  ...decisions,
  ...appeals,
  ...moderations,
} satisfies AllHandlers

// Neither does a handler that gives a member which the contract does not declare: the error names it.
type AssertNever<Nothing extends never> = Nothing
export type NothingUndeclared = AssertNever<Undeclared<typeof handlers>>

/** Every kind of job, by name. */
export const jobHandlers = (ctx: Context): Record<string, JobHandler> => ({
  ...sessionJobs(ctx),
  ...passwordJobs(ctx),
  ...emailJobs(ctx),
  ...prayerJobs(ctx),
  ...trainingJobs(ctx),
  ...(classifiesSlowly(ctx) ? {} : classificationJobs(ctx)),
  ...notificationJobs(ctx),
  ...reportJobs(ctx),
  ...deletionJobs(ctx),
  ...checkJobs(ctx),
  ...translationJobs(ctx),
  ...eventJobs(ctx),
  ...mailCleanupJobs(ctx),
  'idempotency.forget': () => purgeIdempotencyKeys(ctx),
  'passkeys.forget_challenges': () => purgeExpiredChallenges(ctx),
  'rate_limits.forget': () => purgeRateLimits(ctx),
  'database.optimize': () => ctx.database.engine.optimize(),
})

/** The kinds that wait for a machine elsewhere: a worker of their own does them, so that nothing else has to wait. */
export const mailJobHandlers = (ctx: Context): Record<string, JobHandler> => mailJobs(ctx)

/** The kinds that wait for a classifier elsewhere or for a local model: neither mail nor anything else has to wait for it. */
export const classifierJobHandlers = (ctx: Context): Record<string, JobHandler> =>
  classifiesSlowly(ctx) ? classificationJobs(ctx) : {}

/** The kinds that tidy up once an hour. */
export const hourlyJobs = [
  'idempotency.forget',
  'deletions.finish',
  'prayers.archive_quiet',
  'prayers.ask_quiet',
  'prayers.ask_expected',
  'prayers.purge_deleted',
  'classifications.judge',
  'reports.remind',
  'classifications.rebuild',
  'mail.forget',
  'events.forget',
  'checks.back_up',
  'rate_limits.forget',
  'translations.forget_old',
  'passkeys.forget_challenges',
  'database.optimize',
]
