import { now } from '../../../context.ts'
import { Refusal, check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readPrayerRowToActOn, findPrayerOfUpdate } from './prayers.queries.ts'
import { isAnsweredStatus } from './prayers.rules.ts'
import { enqueuePrayedNotice } from './praying.commands.ts'
import { publishPrayerAddition } from './prayer-events.ts'
import { deleteReaction, insertReaction } from './reactions.commands.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

const reactionsOfMember = defineLimit('reactions_of_member', 600, HOUR)

export const reactions = {
  'reactions.create': async ({ ctx, limits, viewer, input: { prayer_request_id, update_id, type } }) => {
    const prayer = update_id === undefined ? (prayer_request_id ?? '') : await findPrayerOfUpdate(ctx.db, update_id)
    const row = await readPrayerRowToActOn(ctx.db, viewer, prayer).catch((error: unknown) => {
      // Viewers who may not read the request get the same answer as for a missing update.
      throw error instanceof Refusal && update_id !== undefined ? new Refusal('updates.not_found') : error
    })
    await limits.count(reactionsOfMember, viewer.id)
    const target =
      update_id === undefined
        ? { prayer_request_id: prayer_request_id ?? '', update_id: null }
        : { prayer_request_id: null, update_id }
    const reaction = await insertReaction(ctx, viewer.id, target, type)
    await publishPrayerAddition(ctx, prayer)
    const isThanks = type === 'thanks' && update_id === undefined && isAnsweredStatus(row.status)
    if (isThanks && row.author_id !== viewer.id) await enqueuePrayedNotice(ctx, 'thanked', prayer, { time: now(ctx) })
    return reaction
  },

  'reactions.delete': async ({ ctx, viewer, input }) => {
    check(await deleteReaction(ctx, viewer.id, input.id), 'reactions.not_found')
    return { id: input.id }
  },
} satisfies Handlers<'reactions'>
