import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { chooseToday, makeToday } from './today.commands.ts'
import { listToday } from './today.queries.ts'

const readToday = async (ctx: Context, viewer: Viewer) => {
  const { day, time_zone, choices } = await makeToday(ctx, viewer)
  return { day, time_zone, choices, items: await listToday(ctx.db, viewer) }
}

export const today = {
  'today.read': ({ ctx, viewer }) => readToday(ctx, viewer),

  'today.choose': async ({ ctx, viewer, input }) => {
    await chooseToday(ctx, viewer.id, input)
    return await readToday(ctx, viewer)
  },
} satisfies Handlers<'today'>
