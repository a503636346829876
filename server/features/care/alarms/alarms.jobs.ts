import { directionOf, localeOf } from '../../../../contract/languages.ts'
import { type Context, hasMailServer } from '../../../context.ts'
import type { AlarmMessage, JobHandler, JobHandlers } from '../../../jobs/kinds.ts'
import { doneOnce } from '../../../jobs/once.ts'
import { backoffMs } from '../../../jobs/worker.ts'
import { signAlarmLink } from '../../../mail/notice-links.ts'
import { ClaimLost, handIn, idOfMessage } from '../../../mail/notice-mail.ts'
import { readLogo } from '../../../mail/logo.ts'
import { siteNameFor, timeZoneFor, toMessage } from '../../../mail/send.ts'
import type { MailTimeouts } from '../../../mail/transport.ts'
import { type MailText, composeFrame, fillWith, loadMailMessages, withoutIsolates } from '../../../mail/words.ts'
import type { PushMessage, Pushed } from '../../../outgoing/push-service.ts'
import { recordPushed } from '../../identity/push-devices/push-devices.commands.ts'
import { readPushTargets } from '../../identity/push-devices/push-devices.queries.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { seesCrises } from '../review/review.rules.ts'
import {
  hasten,
  noteNobodyTold,
  putBack,
  recordMailed,
  recordNotTold,
  recordTold,
  takeStep,
  tellOfSilence,
  tellCareTeam,
} from './alarms.commands.ts'
import { type AlarmReceiver, readOpenCase, readReceivers } from './alarms.queries.ts'

/** Shorter than for other mail: who is next must not wait for a server that says nothing. Milliseconds. */
const ALARM_TIMEOUTS: MailTimeouts = { connect_ms: 3000, total_ms: 10_000 }

/** How messages to devices are sent. They are of no use four hours later. */
const ALARM_PUSH = { ttl: 4 * 3600, urgency: 'high', timeout_ms: ALARM_TIMEOUTS.total_ms } as const

/** The mail server, or each push service, takes nothing now; the queue tries again. */
class NotTakenError extends Error {
  override readonly name = 'NotTakenError'
}

/**
 * The email of an alarm. Gets nothing of the request: neither its words nor its author, nor its address. The part of the link
 * after # reaches no server and no log.
 */
function composeAlarm(
  { config, secrets, clock }: Pick<Context, 'config' | 'secrets' | 'clock'>,
  { id: user_id, display_name, language }: AlarmReceiver,
  { case_id, is_drill, is_held, since, next_at }: AlarmMessage & { is_held: boolean },
  { site, time_zone }: { site: string; time_zone: string },
): { text: MailText; url: string } {
  const words = loadMailMessages(language).alarm
  const hour = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone: time_zone })
  const at = (text: string, time: string): string =>
    fillWith(language, { time: hour.format(new Date(time)), site })(text) ?? ''
  const what = is_drill ? words.drill : at(is_held ? words.held : words.reported, since)
  const token = signAlarmLink({ secrets }, { user_id, case_id, is_drill, sent_at: clock().toISOString() })
  return {
    url: `${config.public_url}/on-it#${token}`,
    text: {
      ...composeFrame(language, { name: display_name, site, address: config.public_url }),
      subject: is_drill ? words.drill_subject : words.subject,
      paragraphs: [what, next_at === null ? words.all : at(words.next, next_at), words.privacy],
      button: words.button,
      stop: { why: words.why, acts: [{ label: words.days, url: `${config.public_url}/admin/care?tab=on_call` }] },
    },
  }
}

/**
 * The message of an alarm to a device. Says as little of the request as the email. The link is encrypted with the message: no push
 * service can read it.
 */
function composePush(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  { id, is_discreet }: { id: string; is_discreet: boolean },
  { language, hides_site }: AlarmReceiver,
  { case_id, site }: { case_id: string; site: string },
  { text: { subject, paragraphs }, url }: ReturnType<typeof composeAlarm>,
): PushMessage {
  return {
    ...(is_discreet || hides_site
      ? { title: site, body: subject }
      : { title: subject, body: withoutIsolates(paragraphs[0] ?? '') }),
    ...(hides_site && { is_plain: true }),
    path: url.slice(config.public_url.length),
    tag: secrets.pushTopic(id, `alarm ${case_id}`),
    lang: language,
    dir: directionOf(language),
  }
}

/** Only that somebody is needed: why is behind the link. */
const toPlainAlarm = ({ subject, greeting, button, by_hand }: MailText): MailText => ({
  subject,
  greeting,
  paragraphs: [],
  button,
  by_hand,
  footer: '',
})

/** Returns who is told of what, if the alarm goes on and they are of those who may know of it. */
async function readMessage(
  ctx: Context,
  message: AlarmMessage,
): Promise<{ receiver: AlarmReceiver; is_held: boolean } | undefined> {
  const [found, [receiver], team] = await Promise.all([
    readOpenCase(ctx, message),
    readReceivers(ctx.db, [message.user_id]),
    readCareTeam(ctx),
  ])
  if (!found || !receiver || receiver.id === found.author_id || !seesCrises(receiver, team)) return undefined
  return { receiver, is_held: found.is_held }
}

/**
 * Sends one message of an alarm. Its job is noted as done before the message can have left, so that no restart sends it twice.
 * Counts towards no quota: whoever writes many requests of danger must not keep the next one from being told.
 */
const sendMessage =
  (ctx: Context, limits: MailTimeouts): JobHandler<'alarms.send'> =>
  async (message, job) => {
    const about = await readMessage(ctx, message)
    if (!about) return
    const { receiver, is_held } = about
    if (!receiver.has_email) return
    const claim = (): Promise<void> =>
      ctx.transaction(async (transaction) => {
        // The server was slow, and meanwhile somebody may have taken it on.
        const again = await readMessage(transaction, message)
        if (again?.receiver.email !== receiver.email) throw new ClaimLost()
        await job.finish(transaction.db)
      })
    const id = idOfMessage([message.case_id, message.since, String(message.step), receiver.id])
    const [site, time_zone] = await Promise.all([siteNameFor(ctx, receiver), timeZoneFor(ctx, receiver.time_zone)])
    const { email: to, language, hides_site } = receiver
    const { text, url } = composeAlarm(ctx, receiver, { ...message, is_held }, { site, time_zone })
    const shown = hides_site ? toPlainAlarm(text) : text
    const logo = (await readLogo(ctx.db))?.png
    const parts = { id, site, to, language, hides_site, url, text: shown, logo }
    const mail = { id, message: toMessage({ ...ctx.config, ...(await ctx.mailRoute()) }, parts) }
    const handed = await handIn(ctx, mail, claim, limits)
    const { outcome } = handed
    if (outcome === 'unclaimed') return
    await ctx.transaction(async (transaction) => {
      // It is tried again, since that may be mended; somebody in danger does not wait for it.
      if (outcome === 'later' && handed.is_no) await hasten(transaction, message)
      if (outcome === 'sent') await recordMailed(transaction, message)
      else if (outcome !== 'later') await recordNotTold(transaction, message, outcome)
      else if (handed.was_claimed) await putBack(transaction, message, backoffMs(message.tries + 1))
      else await noteNobodyTold(transaction, message, 'later')
    })
    if (outcome === 'later' && !handed.was_claimed) throw new NotTakenError('the message of an alarm was not taken')
  }

/**
 * Sends one message of an alarm to all devices of a person, who counts as told when a push service took it for one of them. Sent
 * again after a restart at most once more, and shown in place of the first.
 */
const pushMessage =
  (ctx: Context): JobHandler<'alarms.push'> =>
  async (message, job) => {
    const about = await readMessage(ctx, message)
    if (!about) return
    const { receiver, is_held } = about
    const devices = await readPushTargets(ctx.db, [receiver.id])
    const [site, time_zone] = await Promise.all([siteNameFor(ctx, receiver), timeZoneFor(ctx, receiver.time_zone)])
    const composed = composeAlarm(ctx, receiver, { ...message, is_held }, { site, time_zone })
    const sent = await Promise.all(
      devices.map(async (device) => {
        const push = composePush(ctx, device, receiver, { ...message, site }, composed)
        const pushed = await ctx.push
          .send(device, push, { topic: push.tag, ...ALARM_PUSH })
          .catch((error: unknown): Pushed => {
            ctx.log.error({ err: error }, 'a message to a device could not be made or sent')
            return { outcome: 'refused', status: 0 }
          })
        return { id: device.id, pushed }
      }),
    )
    const isSome = (outcome: Pushed['outcome']): boolean => sent.some(({ pushed }) => pushed.outcome === outcome)
    const isTold = isSome('accepted')
    const isLater = !isTold && isSome('later')
    const hasOtherWay = receiver.has_email && (await hasMailServer(ctx))
    await ctx.transaction(async (transaction) => {
      for (const { id, pushed } of sent) await recordPushed(transaction, id, pushed)
      if (isTold) await recordTold(transaction, message)
      else if (isLater) await noteNobodyTold(transaction, message, 'later')
      else if (!hasOtherWay) await recordNotTold(transaction, message, 'refused')
      if (!isLater) await job.finish(transaction.db)
    })
    if (isLater) throw new NotTakenError('no push service took the message of an alarm')
  }

export type AlarmJob =
  | 'notifications.tell_care'
  | 'alarms.step'
  | 'alarms.send'
  | 'alarms.push'
  | 'alarms.check_silence'

/** A worker of their own does these: neither other mail nor any other job keeps an alarm waiting. */
export const alarmJobs = (ctx: Context, limits: MailTimeouts = ALARM_TIMEOUTS): JobHandlers<AlarmJob> => ({
  'notifications.tell_care': doneOnce(ctx, tellCareTeam),
  'alarms.step': doneOnce(ctx, takeStep),
  'alarms.check_silence': doneOnce(ctx, tellOfSilence),
  'alarms.send': sendMessage(ctx, limits),
  'alarms.push': pushMessage(ctx),
})
