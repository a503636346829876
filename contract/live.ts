import { z } from 'zod'
import type { Schemas } from './define.ts'
import { flag, uuid, wholeNumber } from './fields.ts'
import { eventStream } from './streams.ts'

/**
 * Events for an open page. `prayers.*`: a request that the reader may read, or could until now (`gone`). `notices`: one of the
 * reader's is new, was read or is gone. `queues`: staff queues changed. `groups`: memberships of a group changed. `reset`: too
 * many events, reload the displayed data.
 */
export const eventKinds = [
  'prayers.new',
  'prayers.changed',
  'prayers.prayed',
  'prayers.gone',
  'notices',
  'queues',
  'groups',
  'reset',
] as const
export type EventKind = (typeof eventKinds)[number]

export const LiveEvent = z.strictObject({
  kind: z.enum(eventKinds),
  prayer_request_id: uuid.optional(),
  group_id: uuid.optional(),
  /** Number of people who prayed, sent with `prayers.prayed`. */
  pray_count: z.int().optional(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

export const live = {
  /**
   * Stays open and sends `LiveEvent`s as server-sent events. Their id is a time in whole seconds: sent back as `since`,
   * it replays missed events first. `once`: ends after the replay.
   */
  'live.stream': {
    input: z.strictObject({
      since: wholeNumber({ min: 0, max: 100_000_000_000 }).optional(),
      once: flag.optional(),
    }),
    output: eventStream,
    errors: ['events.too_many'],
  },
} satisfies Schemas<'live'>
