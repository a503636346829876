import { useQuery } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { endpointQuery } from '../../../query.ts'
import { useSite } from '../../../site.tsx'
import { loadReadIds } from './readNotifications.ts'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'

const Banner = lazyPart(() => import('./Banner.tsx'))

/**
 * Comes with the page and is refetched only for a signed-in reader: a banner that changes while it is read disturbs.
 */
const activeQuery = { ...endpointQuery('notifications.active', {}, true), staleTime: Infinity }

const noIds: string[] = []
let initialReadIds: string[] | undefined
const getInitialReadIds = (): string[] => (initialReadIds ??= loadReadIds())

/** Shows the site's notifications one at a time. Its code loads only when there is one. */
export function NotificationBanner() {
  const { notifications } = useSite()
  const { data } = useQuery({ ...activeQuery, initialData: notifications })
  // Ids read at an earlier visit. Notifications read now stay until the reader leaves the page, so that they can be
  // opened again.
  const previouslyRead = useSyncExternalStore(noopSubscribe, getInitialReadIds, () => noIds)
  const unread = data.filter(({ id }) => !previouslyRead.includes(id))
  if (unread.length === 0) return null
  return (
    <div className="container">
      <Suspense>
        <Banner notifications={unread} />
      </Suspense>
    </div>
  )
}
