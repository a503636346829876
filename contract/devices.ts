import { z } from 'zod'
import type { Schemas } from './define.ts'
import { byId, flag, idOnly, time } from './fields.ts'

/** An active session of the caller. Without its network address, of which only a hash is stored. */
export const Device = z.object({
  id: z.string(),
  /** "Firefox, Linux"; empty when the browser sent nothing. */
  device: z.string(),
  /** Origin of the other site whose page opened it, as in `CORS_ORIGINS`; null for this site and for programs. */
  origin: z.string().nullable(),
  created_at: time,
  last_seen_at: time,
  is_current: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const devices = {
  'devices.list': { input: z.strictObject({}), output: z.array(Device), errors: [] },
  'devices.end': { input: byId, output: idOnly, errors: ['sessions.not_found'] },
  'devices.end_all': {
    /** Left out: ends the sessions of every device but this one. */
    input: z.strictObject({ including_this: flag.optional() }),
    output: z.object({ ended: z.int() }),
    errors: [],
  },
} satisfies Schemas<'devices'>
