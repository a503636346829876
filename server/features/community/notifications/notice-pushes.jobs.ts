import { directionOf } from '../../../../contract/languages.ts'
import { type Context, hasMailServer } from '../../../context.ts'
import { backoffMs } from '../../../jobs/worker.ts'
import type { JobHandlers } from '../../../jobs/kinds.ts'
import { loadMailMessages, plainNameOf, pushedLine } from '../../../mail/words.ts'
import type { PushMessage, Pushed } from '../../../outgoing/push-service.ts'
import { readSetting } from '../../../settings/settings.ts'
import { isPaused, noticeDueAt } from '../../identity/accounts/notice-times.rules.ts'
import { recordPushed } from '../../identity/push-devices/push-devices.commands.ts'
import {
  type ClaimedPush,
  claimPushes,
  continuePushes,
  finishPush,
  postponePush,
} from '../../identity/push-devices/push-messages.commands.ts'
import { readNoticesToMail } from './notice-mails.queries.ts'
import { sentencesOf } from './notice-mail-text.ts'
import { type PushReceiver, readPushReceiver } from './notice-pushes.queries.ts'
import { type PushedNotice, isPushed, toPushedNotice } from './notice-pushes.rules.ts'
import { wantsNotice } from './notifications.rules.ts'

/** Messages of one job. */
const BATCH = 64
/** Messages under way at one time, so that a push service that says nothing holds up few others. */
const AT_A_TIME = 8
/** Tries of a message that the push service does not take now: about three hours. */
const MAX_TRIES = 8
/** How long push services keep a message for a device that is off. Seconds. */
const TTL_S = 12 * 3600

/** All messages that say only that there is news are about this, so that one takes the place of the other. */
const NEWS = 'news'

/** Returns what a message says, and when it may leave: at once, or after the quiet time. Undefined: there is nothing to say any more. */
async function readPush(
  ctx: Context,
  { notification_id }: ClaimedPush,
  { viewer, choices, notify, is_discreet }: PushReceiver,
): Promise<{ notice: PushedNotice; waits_until: string | null } | undefined> {
  if (notification_id === null) return { notice: null, waits_until: null }
  const at = ctx.clock().toISOString()
  if (isPaused(choices, at)) return undefined
  const [row] = await readNoticesToMail(ctx.db, viewer, [notification_id])
  const sends_mail = await hasMailServer(ctx)
  if (!row || !wantsNotice(notify, row.kind) || !isPushed(row.kind, choices, { sends_mail })) return undefined
  const due_at = noticeDueAt(at, 'at_once', choices, await readSetting(ctx, 'time_zone'))
  return { notice: toPushedNotice(row, viewer, { is_discreet }), waits_until: due_at === at ? null : due_at }
}

async function composePush(
  ctx: Context,
  { device_id, notification_id, topic }: ClaimedPush,
  { language, hides_site }: PushReceiver,
  notice: PushedNotice,
): Promise<PushMessage> {
  const words = loadMailMessages(language).push
  const isTest = notification_id === null
  const about = notice === null && !isTest ? NEWS : topic
  const site = hides_site ? plainNameOf(language) : await ctx.siteName()
  return {
    ...(notice === null
      ? { title: site, body: isTest ? words.test : hides_site ? words.plain_news : words.news, path: '/notifications' }
      : {
          title: sentencesOf(language)(notice.sentence, notice.numbers),
          body: notice.quote === null ? site : pushedLine(notice.quote),
          path: notice.path,
        }),
    ...(hides_site && { is_plain: true }),
    tag: ctx.secrets.pushTopic(device_id, about),
    lang: language,
    dir: directionOf(language),
  }
}

/** Notes what became of a message: it has left, is tried again, or is given up. */
async function settle(root: Context, push: ClaimedPush, pushed: Pushed): Promise<void> {
  await root.transaction(async (ctx) => {
    const tries = push.tries + 1
    if (pushed.outcome === 'later' && tries < MAX_TRIES) {
      const pause = pushed.after_ms ?? backoffMs(tries)
      return await postponePush(ctx, push, new Date(ctx.clock().getTime() + pause).toISOString(), tries)
    }
    await recordPushed(ctx, push.device_id, pushed)
    await finishPush(ctx, push)
  })
}

async function sendPush(ctx: Context, push: ClaimedPush): Promise<void> {
  const receiver = await readPushReceiver(ctx.db, push.device_id)
  const found = receiver && (await readPush(ctx, push, receiver))
  if (!receiver || !found) return await finishPush(ctx, push)
  const { notice, waits_until } = found
  if (waits_until !== null)
    return await ctx.transaction((transaction) => postponePush(transaction, push, waits_until, push.tries))
  const message = await composePush(ctx, push, receiver, notice)
  const pushed = await ctx.push.send(receiver.target, message, { topic: message.tag, ttl: TTL_S, urgency: 'normal' })
  await settle(ctx, push, pushed)
}

/** Sends the messages that are due, several at a time. */
async function pushDue(ctx: Context): Promise<void> {
  const claimed = await claimPushes(ctx, BATCH)
  const waiting = claimed.values()
  const sendOneByOne = async (): Promise<void> => {
    for (const push of waiting)
      await sendPush(ctx, push).catch(async (error: unknown) => {
        ctx.log.error({ err: error }, 'a message to a device could not be made or sent')
        await settle(ctx, push, { outcome: 'later', status: 0, after_ms: undefined })
      })
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, sendOneByOne))
  if (claimed.length === BATCH) await ctx.transaction(continuePushes)
}

/** Waits for push services, so a worker of its own does it. */
export const noticePushJobs = (ctx: Context): JobHandlers<'notifications.push'> => ({
  'notifications.push': () => pushDue(ctx),
})
