import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { type Day, chooseToday, foreseeToday, makeToday } from './today.commands.ts'
import { type StoredRequest, listToday } from './today.queries.ts'

const toToday = async (ctx: Context, viewer: Viewer, { day, time_zone, choices }: Day, chosen?: StoredRequest[]) => ({
  day,
  time_zone,
  choices,
  is_stored: chosen === undefined,
  items: await listToday(ctx.db, viewer, chosen),
})

export const today = {
  'today.read': async ({ ctx, viewer, exchange }) => {
    if (exchange) return await toToday(ctx, viewer, await makeToday(ctx, viewer))
    // A page that is rendered here changes nothing.
    const { day, chosen } = await foreseeToday(ctx, viewer)
    return await toToday(ctx, viewer, day, chosen)
  },

  'today.choose': async ({ ctx, viewer, input }) => {
    await chooseToday(ctx, viewer.id, input)
    return await toToday(ctx, viewer, await makeToday(ctx, viewer))
  },
} satisfies Handlers<'today'>
