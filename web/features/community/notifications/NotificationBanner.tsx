import { useQuery } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { endpointQuery } from '../../../query.ts'
import { useSite } from '../../../site.tsx'
import { loadReadIds } from './readNotifications.ts'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'

const Banner = lazyPart(() => import('./Banner.tsx'))

/** Loaded with the page, and asked for again only for a signed-in reader: a banner that changes under one's eyes is a nuisance. */
const activeQuery = { ...endpointQuery('notifications.active', {}, true), staleTime: Infinity }

const noIds: string[] = []
let initialReadIds: string[] | undefined
const getInitialReadIds = (): string[] => (initialReadIds ??= loadReadIds())

/** What the site has to announce, one at a time. Its code comes only when there is something. */
export function NotificationBanner() {
  const { notifications } = useSite()
  const { data } = useQuery({ ...activeQuery, initialData: notifications })
  // Read at an earlier visit. Those read now stay until the page is left, so that they can be opened again.
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
