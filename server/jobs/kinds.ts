import { z } from 'zod'
import { AppealOutcome, DecisionKind } from '../../contract/decisions.ts'
import { language } from '../../contract/fields.ts'
import { NotificationKind } from '../../contract/notifications.ts'
import { PrayerStatus } from '../../contract/prayers.ts'
import { MailPayload } from '../mail/queue.ts'
import type { HandlersOf } from './queue.ts'

const nothing = z.object({})
const id = z.string()
const ofOne = z.object({ id })
const ofPrayer = z.object({ prayer_request_id: id })

/** The payload of the kinds that tidy up: the worker queues each of them once an hour. */
const hourly = z.object({})

/** `case_id`: the request, or the drill. `since`: ISO 8601, when the alarm began. */
const ofAlarm = z.object({ case_id: id, is_drill: z.boolean(), since: z.string(), step: z.int() })
/** `next_at`: ISO 8601, when somebody else is told; null when nobody is left. `tries`: how often it was put back. */
const ofAlarmMessage = ofAlarm.extend({
  user_id: id,
  next_at: z.string().nullable(),
  tries: z.int().default(0),
})
export type AlarmStep = z.output<typeof ofAlarm>
export type AlarmMessage = z.output<typeof ofAlarmMessage>

/**
 * Every kind of job with the schema of its payload: what `addJob` takes and what the handler gets, as `contract` does for
 * endpoints. Rows of a running site bear these names and payloads: rename no kind, and let a new member be optional, so
 * that jobs which an earlier version queued still run. What a later one queued and does not fit is tried again.
 */
export const jobKinds = {
  'idempotency.forget': hourly,
  'deletions.finish': hourly,
  'prayers.archive_quiet': hourly,
  'prayers.ask_quiet': hourly,
  'prayers.ask_expected': hourly,
  'prayers.purge_deleted': hourly,
  'reminders.forget_jobs': hourly,
  'classifications.judge': hourly,
  'reports.remind': hourly,
  'review.look_again': hourly,
  'cases.forget_words': hourly,
  'cases.release': hourly,
  'classifications.rebuild': hourly,
  'mail.forget': hourly,
  'sessions.forget': hourly,
  'events.forget': hourly,
  'checks.back_up': hourly,
  'rate_limits.forget': hourly,
  'security_events.forget': hourly,
  'translations.forget_old': hourly,
  'passkeys.forget_challenges': hourly,
  'push_devices.forget': hourly,
  'database.optimize': hourly,
  /** Queued by a migration, when words are indexed in another way. `after`: id of the last row that is done. */
  'database.reindex': z.object({ table: z.enum(['prayers', 'users', 'groups']), after: id.nullable().default(null) }),

  /** `sign_up`: its id, where addresses must be confirmed: the mail is dropped when a newer one has replaced it. */
  'sessions.greet': z.object({ email: z.string(), language, sign_up: id.optional() }),
  /** `is_own`: a browser asked that signed in to the account before. */
  'passwords.forgot': z.object({ email: z.string(), language, is_own: z.boolean().default(false) }),
  /** `ticket_hash`: SHA-256 of the ticket of the browser that asked. */
  'sessions.send_code': z.object({
    email: z.string(),
    language,
    ticket_hash: z.string(),
    is_own: z.boolean().default(false),
  }),
  /** Somebody came by an invitation that names the group: they join it if the inviter leads it still. */
  'groups.join_invited': z.object({ user_id: id, group_id: id, invited_by: id }),
  'emails.ask': z.object({ user_id: id, email: z.string(), language }),
  'mail.send': MailPayload,

  /** `is_new`: queued by the transaction that made the request. */
  'prayers.classify': ofOne.extend({ is_new: z.boolean().optional() }),
  'prayers.order_waiting': nothing,
  'prayers.tell_prayed': ofOne,
  'classifications.continue': ofOne,
  /** `wrong`: ids of categories that a person took from the request. `by_moderator`: else the author chose. */
  'classifications.learn': z.object({ id, wrong: z.array(id).default([]), by_moderator: z.boolean().default(false) }),

  'notifications.tell_followers': ofPrayer.extend({
    kind: NotificationKind.extract(['answered', 'update']),
    update_id: id.nullish(),
    status: PrayerStatus.nullish(),
  }),
  /**
   * A request may have ended of which nobody is told: whoever has a reminder of it finds that paused. `paused`: the ids of those that its
   * end has paused, which come again where it goes on after all before `until`, ISO 8601.
   */
  'notifications.pause_reminders': ofPrayer.extend({
    paused: z.object({ ids: z.array(id), until: z.string() }).optional(),
  }),
  'notifications.tell_line': ofOne,
  /** `day`: yyyy-mm-dd, UTC. `usual_at`: ISO 8601, when the author hears of it in any case. */
  'notifications.tell_first_prayer': ofPrayer.extend({ day: z.string(), usual_at: z.string() }),
  'notifications.tell_prayed': ofPrayer.extend({
    day: z.string(),
    kind: NotificationKind.extract(['prayed', 'thanked']).default('prayed'),
  }),
  'notifications.tell_care': ofPrayer,
  'notifications.tell_held': ofPrayer.extend({
    author_id: id.nullish(),
    kind: NotificationKind.extract(['released', 'kept_held']),
    decision_id: id.nullish(),
  }),
  'notifications.tell_author': ofPrayer.extend({ author_id: id, decision: DecisionKind, decision_id: id.nullish() }),
  'notifications.tell_appeal': z.object({ author_id: id, decision_id: id, outcome: AppealOutcome }),
  'notifications.tell_overdue': z.object({ user_id: id, count: z.int() }),
  'notifications.tell_left_group': ofPrayer.extend({ author_id: id }),
  /** `user_id`: who asks to join, or leads the group from now on while people wait. */
  'notifications.tell_leaders': z.object({ group_id: id, user_id: id }),
  'notifications.tell_owner': ofPrayer.extend({ kind: NotificationKind.extract(['quiet', 'expected', 'archived']) }),
  /** Sends what is due of the emails about notices. The hourly one is for those whose own was lost. */
  'notifications.mail': hourly,
  /** Sends what is due of the messages to people's devices. The hourly one is for those whose own was lost. */
  'notifications.push': hourly,
  /** Works out anew when emails are due, after the person chose other times. */
  'notifications.reschedule': z.object({ user_id: id }),
  /** `remind_at`: ISO 8601, as it was when the job was queued; a reminder that was changed meanwhile is another. */
  'notifications.remind': z.object({ id, remind_at: z.string() }),

  /** Finds out for which groups a summary is due, and to whom it goes. */
  'group_summaries.plan': hourly,
  /** Sends what is due of the summaries, and of the emails that ask addresses. */
  'group_summaries.mail': hourly,
  'group_summaries.forget': hourly,
  /** Works out anew when summaries are due, after the site got another time zone. */
  'group_summaries.reschedule': nothing,

  /** One step of an alarm: see `alarms.rules.ts`. */
  'alarms.step': ofAlarm,
  'alarms.send': ofAlarmMessage,
  /** The same to the person's devices. */
  'alarms.push': ofAlarmMessage,
  /** Raises the alarm again when whoever has the case was silent. */
  'alarms.check_silence': ofPrayer,

  'checks.answer': nothing,
  /** Done in the transaction that sets it. `since`: ISO 8601, when that was. */
  'settings.follow': z.object({ name: z.string(), since: z.string() }),
  /** `since`: ISO 8601, when the event was set. */
  'settings.end_event': z.object({ since: z.string() }),
}

export type JobKinds = typeof jobKinds
export type JobKind = keyof JobKinds
export type JobInput<Kind extends JobKind> = z.input<JobKinds[Kind]>

export const hourlyKinds = (Object.keys(jobKinds) as JobKind[]).filter((kind) => jobKinds[kind] === hourly)

/** The work of some kinds of jobs: a function for each, which gets the parsed payload. Rejecting means "try again later". */
export type JobHandlers<Kind extends JobKind = JobKind> = Pick<HandlersOf<JobKinds>, Kind>
export type JobHandler<Kind extends JobKind> = JobHandlers[Kind]
/**
 * Does the work of a kind in the transaction that would queue its job, where that takes next to no time. Resolves to false when it
 * has done nothing and the job is to be queued after all.
 */
export type WorkAtOnce<Root, Kind extends JobKind> = (context: Root, payload: JobInput<Kind>) => Promise<boolean>
/** The means that a kind gets for its work: see `doneOnce`. */
export type JobPayload<Kind extends JobKind> = z.output<JobKinds[Kind]>
