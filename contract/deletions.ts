import { z } from 'zod'
import { reason } from './accounts.ts'
import type { Schemas } from './define.ts'
import { time, uuid } from './fields.ts'
import { prayerChoices } from './users.values.ts'

export type PrayerChoice = (typeof prayerChoices)[number]

export const deletions = {
  /**
   * Requires a password confirmed in the last minutes. Without `prayers` they are kept without a name. `prayers` and
   * `reason` may be in the body or in the query string.
   */
  'deletions.plan': {
    input: z
      .strictObject({ id: uuid, prayers: z.enum(prayerChoices), reason })
      .partial()
      .required({ id: true }),
    output: z.object({ id: z.string(), deletes_at: time }),
    errors: ['users.not_found', 'users.last_admin', 'users.not_active', 'sessions.confirmation_needed'],
  },
} satisfies Schemas<'deletions'>
