import { z } from 'zod'
import type { Schemas } from './define.ts'

const name = z.string().regex(/^[a-z_]{1,60}$/)
const value = z.union([z.boolean(), z.int(), z.string().max(1000), z.array(z.string().max(100)).max(50)])

/**
 * A setting that administrators change while the site runs. `choices`: all possible values; empty for texts and lists.
 */
export const Setting = z.object({
  name: z.string(),
  value,
  default_value: value,
  choices: z.array(value),
  /** True when changing it requires a password confirmed within the last five minutes. */
  needs_confirmation: z.boolean(),
})

export const settings = {
  'settings.list': { input: z.strictObject({}), output: z.array(Setting), errors: [] },
  'settings.read': { input: z.strictObject({ name }), output: Setting, errors: ['settings.not_found'] },
  'settings.write': {
    input: z.strictObject({ name, value }),
    output: Setting,
    errors: ['settings.not_found', 'sessions.confirmation_needed'],
  },
} satisfies Schemas<'settings'>
