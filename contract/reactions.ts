import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, idOnly, optionalUuid } from './fields.ts'
import { ReactionType } from './prayers.ts'

/** The reader's own reaction. Nobody can see who else reacted. */
export const Reaction = z.object({
  id: z.string(),
  prayer_request_id: z.string().nullable(),
  update_id: z.string().nullable(),
  type: ReactionType,
})

export const reactions = {
  'reactions.create': {
    /** Reacts to a request or an update. Repeating it returns the existing reaction. */
    input: entityBody(
      z.object({ prayer_request_id: optionalUuid, update_id: optionalUuid, type: ReactionType }),
      Reaction,
    ).refine(({ prayer_request_id, update_id }) => (prayer_request_id === undefined) !== (update_id === undefined)),
    output: Reaction,
    errors: ['prayers.not_found', 'updates.not_found', 'request.too_many'],
  },
  'reactions.delete': { input: byId, output: idOnly, errors: ['reactions.not_found'] },
} satisfies Schemas<'reactions'>
