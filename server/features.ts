import { type Context, classifiesSlowly } from './context.ts'
import type { AllHandlers, Undeclared } from './http/implement.ts'
import type { JobHandlers } from './jobs/kinds.ts'
import { accounts } from './features/identity/accounts/accounts.routes.ts'
import { announcements } from './features/site/content/announcements.routes.ts'
import { readPrayerText } from './features/community/updates/updates.queries.ts'
import { appeals } from './features/care/reports/appeals.routes.ts'
import { audits } from './features/site/audit/audit.routes.ts'
import { categories } from './features/community/categories/categories.routes.ts'
import { checkJobs } from './features/site/checks/checks.jobs.ts'
import { checks } from './features/site/checks/checks.routes.ts'
import { trainingJobs, classificationJobs } from './features/classification/classifications/classifications.jobs.ts'
import { classifications } from './features/classification/classifications/classifications.routes.ts'
import { classifiers } from './features/classification/classifications/models.routes.ts'
import { content } from './features/site/content/content.routes.ts'
import { decisions } from './features/care/review/decisions.routes.ts'
import { groups } from './features/community/groups/groups.routes.ts'
import { notificationJobs } from './features/community/notifications/notifications.jobs.ts'
import { deletionJobs } from './features/site/personal-data/deletions.jobs.ts'
import { deletions } from './features/site/personal-data/deletions.routes.ts'
import { devices } from './features/identity/sessions/devices.routes.ts'
import { eventJobs } from './features/community/live/live.jobs.ts'
import { events } from './features/community/live/live.routes.ts'
import { exports } from './features/site/personal-data/exports.routes.ts'
import { emailJobs } from './features/identity/accounts/emails.jobs.ts'
import { emails } from './features/identity/accounts/emails.routes.ts'
import { helplines } from './features/care/care/helplines.routes.ts'
import { review } from './features/care/review/review.routes.ts'
import { invitations } from './features/identity/invitations/invitations.routes.ts'
import { moderations } from './features/care/moderations/moderations.routes.ts'
import { notifications } from './features/community/notifications/notifications.routes.ts'
import { passwordJobs } from './features/identity/accounts/passwords.jobs.ts'
import { passwords } from './features/identity/accounts/passwords.routes.ts'
import { prayerJobs } from './features/community/prayers/prayers.jobs.ts'
import { prayer_lists } from './features/community/prayer-lists/prayer-lists.routes.ts'
import { prayers } from './features/community/prayers/prayers.routes.ts'
import { reactions } from './features/community/prayers/reactions.routes.ts'
import { reportJobs } from './features/care/reports/reports.jobs.ts'
import { reports } from './features/care/reports/reports.routes.ts'
import { preferences } from './features/identity/accounts/preferences.routes.ts'
import { second_factors } from './features/identity/second-factors/second-factors.routes.ts'
import { purgeExpiredChallenges } from './features/identity/second-factors/second-factors.commands.ts'
import { sessionJobs } from './features/identity/sessions/sessions.jobs.ts'
import { sessions } from './features/identity/sessions/sessions.routes.ts'
import { settings } from './features/site/settings/settings.routes.ts'
import { stats } from './features/site/stats/stats.routes.ts'
import { themes } from './features/site/themes/themes.routes.ts'
import { translationJobs } from './features/language/translations/translations.jobs.ts'
import { translations } from './features/language/translations/translations.routes.ts'
import { updates } from './features/community/updates/updates.routes.ts'
import { speech } from './features/language/speech/speech.routes.ts'
export { liveRules } from './features/community/live/live.rules.ts'
import { purgeRateLimits } from './http/limits/kept-limits.ts'
import { purgeIdempotencyKeys } from './http/idempotency.ts'
import { mailJobs, mailCleanupJobs } from './mail/send.ts'

/** Every handler of the contract. A missing feature fails to compile. */
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
  ...announcements,
  ...prayers,
  ...updates,
  ...classifications,
  ...translations(readPrayerText),
  ...speech(readPrayerText),
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

// A handler that returns a member which the contract does not declare fails to compile: the error names it.
type AssertNever<Nothing extends never> = Nothing
export type NothingUndeclared = AssertNever<Undeclared<typeof handlers>>

type ClassifierJob = keyof ReturnType<typeof classificationJobs>
type SlowJob = ClassifierJob | 'mail.send'

/** Every kind of job but those of the other two workers: leaving one out does not compile. */
export const jobHandlers = (ctx: Context): Omit<JobHandlers, SlowJob> & Partial<JobHandlers<ClassifierJob>> => ({
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

/** Jobs that wait for a mail server. A separate worker runs them, so that no other job waits. */
export const mailJobHandlers = (ctx: Context): JobHandlers<'mail.send'> => mailJobs(ctx)

/**
 * Jobs that wait for an external classifier or a local model. A separate worker runs them, so that neither mail nor
 * other jobs wait.
 */
export const classifierJobHandlers = (ctx: Context): Partial<JobHandlers<ClassifierJob>> =>
  classifiesSlowly(ctx) ? classificationJobs(ctx) : {}
