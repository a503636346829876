import { Helpline } from '../../../../contract/helplines.ts'
import { now } from '../../../context.ts'
import type { Handlers } from '../../../http/implement.ts'
import { isStale, readHelplines } from './helplines.queries.ts'

export const helplines = {
  'helplines.list': () => {
    const { international, items } = readHelplines()
    return Promise.resolve({ international, items: items.map((item) => Helpline.parse(item)) })
  },

  'helplines.check': ({ ctx }) => {
    const items = readHelplines().items.map((item) => ({ ...item, is_stale: isStale(item, now(ctx)) }))
    return Promise.resolve({ stale: items.filter(({ is_stale }) => is_stale).length, items })
  },
} satisfies Handlers<'helplines'>
