import type { Handlers } from '../../http/implement.ts'
import { allThemes } from './themes.queries.ts'

export const themes = {
  'themes.list': ({ ctx }) => allThemes(ctx.db),
} satisfies Handlers<'themes'>
