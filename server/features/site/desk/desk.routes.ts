import type { Handlers } from '../../../http/implement.ts'
import { readSetting, writeSetting } from '../../../settings/settings.ts'
import { readDeskToday } from './desk.queries.ts'
import { readOpening } from './opening.queries.ts'

export const desk = {
  'desk.today': ({ ctx, viewer }) => readDeskToday(ctx, viewer),

  'desk.mark_step': async ({ ctx, viewer, input: { step, is_done } }) => {
    const others = (await readSetting(ctx, 'opening')).filter((one) => one !== step)
    await writeSetting(ctx, viewer.id, 'opening', is_done ? [...others, step] : others)
    return { opening: await readOpening(ctx, viewer) }
  },
} satisfies Handlers<'desk'>
