import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'

export const live = {
  'live.stream': ({ live, viewer, input: { since, once } }) => {
    check(once || !live.isFull(viewer.id), 'events.too_many')
    return Promise.resolve(live.openStream(viewer, { since, once: once ?? false }))
  },
} satisfies Handlers<'live'>
