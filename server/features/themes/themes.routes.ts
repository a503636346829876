import type { Handlers } from '../../http/implement.ts'
import { allThemes } from './themes.queries.ts'

export const themes: Handlers<'themes'> = {
  'themes.list': ({ ctx }) => allThemes(ctx.db),
}
