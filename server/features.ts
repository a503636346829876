import { mergeSubjects } from '../contract/define.ts'
import { HOUR_MS } from '../contract/time.values.ts'
import { type Context, classifiesSlowly } from './context.ts'
import * as routes from './routes.ts'
import type { AllHandlers, Undeclared } from './http/implement.ts'
import { purgeSecurityEvents } from './audit/audit.ts'
import { reindexPage } from './db/search.ts'
import type { JobHandlers, JobPayload } from './jobs/kinds.ts'
import { readPrayerText } from './features/community/updates/updates.queries.ts'
import { type AlarmJob, alarmJobs } from './features/care/alarms/alarms.jobs.ts'
import { caseJobs } from './features/care/cases/cases.jobs.ts'
import { backupJobs } from './features/site/backups/backups.jobs.ts'
import {
  trainingJobs,
  classificationJobs,
  sortNewPrayer,
} from './features/classification/classifications/classifications.jobs.ts'
import { summaryMailJobs, summaryTimeJobs } from './features/community/group-summaries/group-summaries.jobs.ts'
import { noticeMailJobs, noticeTimeJobs } from './features/community/notifications/notice-mails.jobs.ts'
import { noticePushJobs } from './features/community/notifications/notice-pushes.jobs.ts'
import { notificationJobs } from './features/community/notifications/notifications.jobs.ts'
import { deletionJobs } from './features/site/personal-data/deletions.jobs.ts'
import { groupJobs } from './features/community/groups/groups.jobs.ts'
import { emailJobs } from './features/identity/accounts/emails.jobs.ts'
import { passwordJobs } from './features/identity/accounts/passwords.jobs.ts'
import { prayerJobs } from './features/community/prayers/prayers.jobs.ts'
import { reportJobs } from './features/care/reports/reports.jobs.ts'
import { reviewJobs } from './features/care/review/review.jobs.ts'
import { purgeReminderJobs } from './features/community/prayer-lists/prayer-lists.commands.ts'
import { purgePushDevices } from './features/identity/push-devices/push-devices.commands.ts'
import { purgeExpiredChallenges } from './features/identity/second-factors/second-factors.commands.ts'
import { followSetting, settingJobs } from './features/site/settings/settings.jobs.ts'
import { sessionJobs } from './features/identity/sessions/sessions.jobs.ts'
import { purgeOldTranslations } from './features/language/translations/translations.commands.ts'
import { purgeRateLimits } from './http/limits/kept-limits.ts'
import { purgeIdempotencyKeys } from './http/idempotency.ts'
import { doneOnce, untilDone } from './jobs/once.ts'
import { purgeEvents } from './live/events.ts'
import { newPace } from './mail/pace.ts'
import { mailJobs, mailCleanupJobs } from './mail/send.ts'
import { MAIL_TIMEOUTS } from './mail/transport.ts'

export { liveRules } from './features/community/live/live.rules.ts'

const { speech, translations, ...subjects } = routes

/** Every handler of the contract. A missing feature fails to compile. */
export const handlers = {
  ...mergeSubjects(subjects),
  ...speech(readPrayerText),
  ...translations(readPrayerText),
} satisfies AllHandlers

// A handler that returns a member which the contract does not declare fails to compile: the error names it.
type AssertNever<Nothing extends never> = Nothing
export type NothingUndeclared = AssertNever<Undeclared<typeof handlers>>

type ClassifierJob = keyof ReturnType<typeof classificationJobs>
type MailJob = 'mail.send' | 'notifications.mail' | 'group_summaries.mail'
type PushJob = 'notifications.push'
type SlowJob = ClassifierJob | MailJob | PushJob | AlarmJob

/** One page; the next is a job of its own, so that a site of any size goes on where it was stopped. */
async function reindex(ctx: Context, { table, after }: JobPayload<'database.reindex'>): Promise<void> {
  const last = await reindexPage(ctx.db, { table, after })
  if (last !== undefined) await ctx.addJob('database.reindex', { table, after: last })
}

/** Every kind of job but those of the other workers: leaving one out does not compile. */
export const jobHandlers = (ctx: Context): Omit<JobHandlers, SlowJob> & Partial<JobHandlers<ClassifierJob>> => ({
  ...sessionJobs(ctx),
  ...passwordJobs(ctx),
  ...emailJobs(ctx),
  ...groupJobs(ctx),
  ...prayerJobs(ctx),
  ...trainingJobs(ctx),
  ...(classifiesSlowly(ctx) ? {} : classificationJobs(ctx)),
  ...notificationJobs(ctx),
  ...noticeTimeJobs(ctx),
  ...summaryTimeJobs(ctx),
  ...reportJobs(ctx),
  ...reviewJobs(ctx),
  ...caseJobs(ctx),
  ...deletionJobs(ctx),
  ...backupJobs(ctx),
  ...settingJobs(ctx),
  ...mailCleanupJobs(ctx),
  /** Nothing but a turn of the worker: that it was done is what the check waits for. */
  'checks.answer': () => Promise.resolve(),
  'events.forget': () => purgeEvents(ctx.db, new Date(ctx.clock().getTime() - HOUR_MS).toISOString()),
  'translations.forget_old': () => purgeOldTranslations(ctx),
  'idempotency.forget': () => purgeIdempotencyKeys(ctx),
  'passkeys.forget_challenges': () => purgeExpiredChallenges(ctx),
  'push_devices.forget': () => purgePushDevices(ctx),
  'reminders.forget_jobs': () => purgeReminderJobs(ctx),
  'rate_limits.forget': () => purgeRateLimits(ctx),
  'security_events.forget': untilDone(ctx, purgeSecurityEvents),
  'database.optimize': () => ctx.database.engine.optimize(),
  'database.reindex': doneOnce(ctx, reindex),
})

/**
 * Work that follows from a setting is queued with it. A classifier in the process sorts a new request in 0.1 ms: its page has its
 * categories from the first answer on.
 */
export function registerWorkAtOnce(ctx: Context): void {
  ctx.doAtOnce('settings.follow', followSetting)
  if (!classifiesSlowly(ctx)) ctx.doAtOnce('prayers.classify', sortNewPrayer)
}

/** Jobs of alarms. A separate worker runs them, so that nothing keeps an alarm waiting. */
export const alarmJobHandlers = (ctx: Context): JobHandlers<AlarmJob> => alarmJobs(ctx)

/** Jobs that wait for push services. A separate worker runs them, so that neither mail nor other jobs wait. */
export const pushJobHandlers = (ctx: Context): JobHandlers<PushJob> => noticePushJobs(ctx)

/** Jobs that wait for a mail server. A separate worker runs them, so that no other job waits. */
export const mailJobHandlers = (ctx: Context): JobHandlers<MailJob> => {
  const pace = newPace()
  return {
    ...mailJobs(ctx),
    ...noticeMailJobs(ctx, MAIL_TIMEOUTS, pace),
    ...summaryMailJobs(ctx, MAIL_TIMEOUTS, pace),
  }
}

/**
 * Jobs that wait for an external classifier or a local model. A separate worker runs them, so that neither mail nor
 * other jobs wait.
 */
export const classifierJobHandlers = (ctx: Context): Partial<JobHandlers<ClassifierJob>> =>
  classifiesSlowly(ctx) ? classificationJobs(ctx) : {}
