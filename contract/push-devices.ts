import { z } from 'zod'
import type { Schemas } from './define.ts'
import { byId, flag, idOnly, time } from './fields.ts'

/** A browser of the caller that shows messages though no page is open. Without its address and its keys. */
export const PushDevice = z.object({
  id: z.string(),
  /** "Firefox, Linux"; empty when the browser sent nothing. */
  device: z.string(),
  /** True for the browser of this session. */
  is_current: z.boolean(),
  /** True when it shows only that there is news. */
  is_discreet: z.boolean(),
  /** True when its push service refused the last message, or did not answer for hours. */
  is_failing: z.boolean(),
  created_at: time,
})
export type PushDevice = z.infer<typeof PushDevice>

/** `PushSubscription.toJSON()` of a browser. */
const subscription = {
  endpoint: z.url().max(1000),
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes, of which the first is 4. */
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
}

export const pushDevices = {
  'push_devices.list': {
    input: z.strictObject({}),
    output: z.object({
      /** The site's key, which a browser asks for when it subscribes. */
      public_key: z.string(),
      items: z.array(PushDevice),
    }),
    errors: [],
  },
  /** Adds the browser of this session, or says that it still takes messages. `is_discreet` stays as it was when it is left out. */
  'push_devices.add': {
    input: z.object({ ...subscription, is_discreet: flag.optional() }),
    output: PushDevice,
    errors: ['push_devices.bad_address', 'push_devices.too_many'],
  },
  'push_devices.remove': { input: byId, output: idOnly, errors: ['push_devices.not_found'] },
  /** Sends a message to the device that says that it works. */
  'push_devices.try': { input: byId, output: idOnly, errors: ['push_devices.not_found', 'request.too_many'] },
} satisfies Schemas<'push_devices'>
