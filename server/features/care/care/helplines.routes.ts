import { now } from '../../../context.ts'
import type { Handlers } from '../../../http/implement.ts'
import { isStale, readHelplines } from './helplines.queries.ts'

export const helplines = {
  'helplines.list': () => {
    const { international, items } = readHelplines()
    const shown = items.map(({ country, kind, name, number, keyword, url, hours, languages }) => ({
      country,
      kind,
      name,
      number,
      keyword,
      url,
      hours,
      languages,
    }))
    return Promise.resolve({ international, items: shown })
  },

  'helplines.check': ({ ctx }) => {
    const items = readHelplines().items.map((item) => ({ ...item, is_stale: isStale(item, now(ctx)) }))
    return Promise.resolve({ stale: items.filter(({ is_stale }) => is_stale).length, items })
  },
} satisfies Handlers<'helplines'>
