import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'

export const live = {
  'live.stream': ({ live: hub, viewer, input: { since, once } }) => {
    check(once || !hub.isFull(viewer.id), 'events.too_many')
    return Promise.resolve(hub.openStream(viewer, { since, once: once ?? false }))
  },
} satisfies Handlers<'live'>
