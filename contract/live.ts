import { z } from 'zod'
import type { Schemas } from './define.ts'
import { flag, uuid, wholeNumber } from './fields.ts'
import { eventStream } from './streams.ts'

/**
 * What an open page is told. `prayers.*`: a request that the reader can read, or could until now (`gone`). `notices`: there
 * is something new for the reader. `queues`: what waits for staff has changed. `groups`: who belongs to a group has
 * changed. `reset`: more than can be told has happened, ask again for what is shown.
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
  /** How many people prayed, told with `prayers.prayed`. */
  pray_count: z.int().optional(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

export const events = {
  /**
   * Stays open and sends `LiveEvent`s as server-sent events. Their id is a time in whole seconds: given back as `since`,
   * what was missed is told first. `once`: ends when that is done.
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
