import { useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { invalidate } from '../../../invalidate.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { findCachedPrayer } from './cache.ts'
import { clearNewRequests, countNewRequests, subscribeNewRequests } from './newRequests.ts'
import { Button } from '../../../ui/Button.tsx'
import feedStyles from './Feed.module.css'

function Pill({ group_id = null }: { group_id?: string | null }) {
  const t = useTranslations('fresh')
  const client = useQueryClient()
  const place = useRef<HTMLOutputElement>(null)
  const count = useSyncExternalStore(
    (listener) => {
      const unsubscribers = [subscribeNewRequests(listener), client.getQueryCache().subscribe(listener)]
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
      }
    },
    () => countNewRequests(group_id, (id) => findCachedPrayer(client, id) !== undefined),
    () => 0,
  )
  const show = async () => {
    clearNewRequests(group_id)
    // At once: when the requests are here, after a slow answer or a lost connection, the reader may be somewhere else.
    scrollTo({ top: 0, behavior: 'smooth' })
    await invalidate(client, 'prayer_pages')
    // The parts that have come are drawn first.
    await new Promise((drawn) => setTimeout(drawn))
    // The button has gone with the focus: it moves to the first request, where users of a screen reader continue.
    if (place.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main article a')?.focus({ preventScroll: true })
  }
  return (
    <output ref={place} className={feedStyles.fresh}>
      {count !== 0 && (
        <Button className={feedStyles.freshPill} onClick={() => void show()}>
          <Icon name="sunrise" />
          {count === null ? t('some') : t('count', { count })}
        </Button>
      )}
    </output>
  )
}

/** Announces requests that arrived since the list was loaded, and shows them on request: nothing moves by itself. */
export default withMessages(Pill, 'acts')
