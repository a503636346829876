import { z } from 'zod'
import type { Schemas } from './define.ts'
import { siteAddress } from './fields.ts'

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
  /** True when whoever runs the server has set it in the environment: it can't be changed here. */
  in_environment: z.boolean(),
})

/**
 * Says what came of opening an address from the server, which is nearly as people do it. `reached`: this site answers, safely.
 * `insecure`: it answers without https. `this_machine`: nobody else can open it. `other_site`: something else answers.
 */
export const addressReaches = [
  'reached',
  'insecure',
  'this_machine',
  'other_site',
  'bad_certificate',
  'unreachable',
] as const

export const settings = {
  'settings.list': { input: z.strictObject({}), output: z.array(Setting), errors: [] },
  'settings.read': { input: z.strictObject({ name }), output: Setting, errors: ['settings.not_found'] },
  'settings.write': {
    /** `was`: what it was when it was changed; refused where somebody has saved something else since. */
    input: z.strictObject({ name, value, was: value.optional() }),
    output: Setting,
    errors: [
      'settings.not_found',
      'settings.in_environment',
      'sessions.confirmation_needed',
      'holds.rota_changed',
      'content.changed',
    ],
  },
  /** Opens an address from the server, and the same with https where it is without. Keeps nothing. */
  'settings.try_address': {
    input: z.strictObject({ address: siteAddress }),
    output: z.object({
      address: z.string(),
      reach: z.enum(addressReaches),
      /** The same address with https, where that reaches this site. Null for one that has it already. */
      secure_address: z.string().nullable(),
    }),
    keyless: true,
    errors: ['request.too_many'],
  },
} satisfies Schemas<'settings'>
