import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Failure } from '../../../api.ts'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'
import { useIsHydrated } from '../../../ui/useIsHydrated.ts'
import Banner from './Banner.tsx'
import { loadReadIds, loadSeenIds, saveSeenIds } from './readNotifications.ts'

const noIds: string[] = []
// Read before the page is hydrated: one that is dismissed while it is hydrated stays until the reader leaves.
const initialReadIds = import.meta.env.SSR ? noIds : loadReadIds()
const getInitialReadIds = (): string[] => initialReadIds

/** True on the page that the server rendered, until the reader opens another one. */
function useIsFirstPage(): boolean {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  return key === firstKey
}

/** Shows the site's notifications one at a time. */
export default function ReaderBanner({ data, error }: { data: ActiveNotification[]; error: Failure | null }) {
  const isFirstPage = useIsFirstPage()
  const { pathname } = useLocation()
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the page is complete without the banner
    if (error) console.error('The notifications could not be loaded:', error.detail)
  }, [error])
  return <PageBanner key={pathname} data={data} holdsRoom={isFirstPage} />
}

/**
 * Begins as the small bar of what an earlier page of this visit has shown. Until the reader opens another page, what hides
 * by itself leaves its room behind, so that nothing moves.
 */
function PageBanner({ data, holdsRoom }: { data: ActiveNotification[]; holdsRoom: boolean }) {
  // Ids that a visitor read at an earlier visit. Notifications read now stay until the reader leaves the page, so that they
  // can be opened again.
  const previouslyRead = useSyncExternalStore(noopSubscribe, getInitialReadIds, () => noIds)
  const [seenIds] = useState(loadSeenIds)
  const isHydrated = useIsHydrated()
  useLayoutEffect(() => {
    // The rules by which banner.js hid what was read or seen: React has done so by now.
    if (isHydrated) document.adoptedStyleSheets = []
  }, [isHydrated])
  const notifications = data.filter(({ id }) => !previouslyRead.includes(id))
  const ids = notifications.map(({ id }) => id).join()
  useEffect(() => void saveSeenIds(ids), [ids])
  const isSeen = isHydrated && notifications.every(({ id }) => seenIds.includes(id))
  return <Banner notifications={notifications} holdsRoom={holdsRoom} isSeen={isSeen} />
}
