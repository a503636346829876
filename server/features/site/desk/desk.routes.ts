import type { Handlers } from '../../../http/implement.ts'
import { readDeskToday } from './desk.queries.ts'

export const desk = {
  'desk.today': ({ ctx, viewer }) => readDeskToday(ctx, viewer),
} satisfies Handlers<'desk'>
