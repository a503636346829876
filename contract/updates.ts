import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { idOnly, optionalText, text, time, uuid } from './fields.ts'
import { Outcome, PrayerUpdate } from './prayers.ts'
import { MAX_UPDATE_LENGTH, MAX_DELETION_REASON_LENGTH, noPrayer } from './prayers.values.ts'

const updateInput = { id: uuid, updateId: uuid }
const content = text({ min: 1, max: MAX_UPDATE_LENGTH })

export const updates = {
  'updates.create': {
    /** `status` is the outcome of the request, which is set to it. */
    input: entityBody(z.object({ id: uuid, content, status: Outcome.nullable().optional() }), PrayerUpdate),
    output: PrayerUpdate,
    errors: [...noPrayer, 'request.forbidden', 'request.too_many'],
  },
  'updates.edit': {
    input: entityBody(
      z.object({
        ...updateInput,
        content: content.optional(),
        status: Outcome.nullable().optional(),
        /** The `updated_at` of the edited version: when it was saved since, the change is refused instead of overwriting it. */
        updated_at: time.optional(),
      }),
      PrayerUpdate,
    ),
    output: PrayerUpdate,
    errors: [...noPrayer, 'updates.not_found', 'updates.changed', 'request.forbidden', 'request.too_many'],
  },
  'updates.delete': {
    /** `reason` is a moderator's, for the audit log and the decision that their deletion is. */
    input: z.strictObject({ ...updateInput, reason: optionalText({ min: 1, max: MAX_DELETION_REASON_LENGTH }) }),
    output: idOnly,
    errors: [...noPrayer, 'updates.not_found', 'request.forbidden'],
  },
} satisfies Schemas<'updates'>
