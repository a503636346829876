import { z } from 'zod'
import type { Schemas } from './define.ts'
import { flag, time, uuid } from './fields.ts'

/** A session of one's own that lives. Where it was opened from is not told: only a hash of the address is kept. */
export const Device = z.object({
  id: z.string(),
  /** "Firefox, Linux"; empty when it did not say. */
  device: z.string(),
  created_at: time,
  last_seen_at: time,
  is_current: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const devices = {
  'devices.list': { input: z.strictObject({}), output: z.array(Device), errors: [] },
  'devices.end': {
    input: z.strictObject({ id: uuid }),
    output: z.object({ id: z.string() }),
    errors: ['sessions.not_found'],
  },
  'devices.end_all': {
    /** Left out: every device but this one. */
    input: z.strictObject({ including_this: flag.optional() }),
    output: z.object({ ended: z.int() }),
    errors: [],
  },
} satisfies Schemas<'devices'>
