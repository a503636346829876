import { z } from 'zod'
import { notifyKinds } from '../../contract/notifications.values.ts'
import type { NotifyKind } from '../../contract/preferences.ts'
import type { LinkContext } from './links.ts'

/** The time for which "I prayed" works in an email. Milliseconds. */
const PRAYED_TTL_MS = 30 * 24 * 3_600_000

/** The time for which "I’m on it" works in an alarm whose case nobody takes on. Milliseconds. */
const ALARM_TTL_MS = 7 * 24 * 3_600_000

const StopLink = z.tuple([z.literal('stop'), z.string(), z.array(z.enum(notifyKinds)).min(1)])
/** With the time until which it works, in milliseconds since 1970. */
const PrayedLink = z.tuple([z.literal('prayed'), z.string(), z.string(), z.int()])
/** With the time until which it works, in milliseconds since 1970. */
const AlarmLink = z.tuple([z.literal('alarm'), z.string(), z.string(), z.boolean(), z.int()])

/** Whose summaries of a group a link is about: those of a member, or those of an address without an account. */
export type SummaryLinkTarget =
  | { group_id: string; user_id: string; address_hash: null }
  | { group_id: string; user_id: null; address_hash: string }
const SummaryStopLink = z.union([
  z.tuple([z.literal('summary stop'), z.string(), z.string(), z.null()]),
  z.tuple([z.literal('summary stop'), z.string(), z.null(), z.string()]),
])
const SummaryYesLink = z.tuple([z.literal('summary yes'), z.string(), z.string()])

type Signing = Pick<LinkContext, 'secrets'>

/** The token of a link that stops emails about these kinds of notices, and does nothing else. It never expires. */
export const signStopLink = ({ secrets }: Signing, user_id: string, kinds: NotifyKind[]): string =>
  secrets.sealNoticeLink(['stop', user_id, kinds] satisfies z.input<typeof StopLink>)

export function openStopLink(
  { secrets }: Signing,
  token: string,
): { user_id: string; kinds: NotifyKind[] } | undefined {
  const { data } = StopLink.safeParse(secrets.openNoticeLink(token))
  return data && { user_id: data[1], kinds: data[2] }
}

/** The token of a link that says that the person prayed for this request, and does nothing else. `sent_at`: ISO 8601. */
export const signPrayedLink = (
  { secrets }: Signing,
  { user_id, prayer_request_id, sent_at }: { user_id: string; prayer_request_id: string; sent_at: string },
): string =>
  secrets.sealNoticeLink(['prayed', user_id, prayer_request_id, Date.parse(sent_at) + PRAYED_TTL_MS] satisfies z.input<
    typeof PrayedLink
  >)

export function openPrayedLink(
  { secrets, clock }: Signing & Pick<LinkContext, 'clock'>,
  token: string,
): { user_id: string; prayer_request_id: string } | undefined {
  const { data } = PrayedLink.safeParse(secrets.openNoticeLink(token))
  return data && data[3] > clock().getTime() ? { user_id: data[1], prayer_request_id: data[2] } : undefined
}

/** The subject of an alarm’s link: a request, or a drill. */
export interface AlarmLinkTarget {
  user_id: string
  case_id: string
  is_drill: boolean
}

/** The token of a link by which the person takes on the case, and does nothing else. `sent_at`: ISO 8601. */
export const signAlarmLink = (
  { secrets }: Signing,
  { user_id, case_id, is_drill, sent_at }: AlarmLinkTarget & { sent_at: string },
): string =>
  secrets.sealNoticeLink(['alarm', user_id, case_id, is_drill, Date.parse(sent_at) + ALARM_TTL_MS] satisfies z.input<
    typeof AlarmLink
  >)

export function openAlarmLink(
  { secrets, clock }: Signing & Pick<LinkContext, 'clock'>,
  token: string,
): AlarmLinkTarget | undefined {
  const { data } = AlarmLink.safeParse(secrets.openNoticeLink(token))
  return data && data[4] > clock().getTime() ? { user_id: data[1], case_id: data[2], is_drill: data[3] } : undefined
}

/** The token of a link that stops the summaries of one group, and does nothing else. It never expires. */
export const signSummaryStopLink = (
  { secrets }: Signing,
  { group_id, user_id, address_hash }: SummaryLinkTarget,
): string => secrets.sealNoticeLink(['summary stop', group_id, user_id, address_hash])

export function openSummaryStopLink({ secrets }: Signing, token: string): SummaryLinkTarget | undefined {
  const { data } = SummaryStopLink.safeParse(secrets.openNoticeLink(token))
  if (!data) return undefined
  const [, group_id, user_id, address_hash] = data
  return user_id === null ? { group_id, user_id, address_hash } : { group_id, user_id, address_hash: null }
}

/** The token of a link by which an address says that it wants the summaries of a group. It works while the address waits. */
export const signSummaryYesLink = (
  { secrets }: Signing,
  { group_id, address_hash }: { group_id: string; address_hash: string },
): string => secrets.sealNoticeLink(['summary yes', group_id, address_hash] satisfies z.input<typeof SummaryYesLink>)

export function openSummaryYesLink(
  { secrets }: Signing,
  token: string,
): { group_id: string; address_hash: string } | undefined {
  const { data } = SummaryYesLink.safeParse(secrets.openNoticeLink(token))
  return data && { group_id: data[1], address_hash: data[2] }
}
