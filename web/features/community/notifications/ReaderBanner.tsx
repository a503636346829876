import type { DefinedUseQueryResult } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'
import Banner from './Banner.tsx'
import { loadReadIds, loadSeenIds, saveSeenIds } from './readNotifications.ts'

const noIds: string[] = []
// Read before the page is hydrated: one that is dismissed while it is hydrated stays until the reader leaves.
const initialReadIds = import.meta.env.SSR ? noIds : loadReadIds()
const initialSeenIds = import.meta.env.SSR ? noIds : loadSeenIds()
const getInitialReadIds = (): string[] => initialReadIds

/** True on the page that the server rendered, until the reader opens another one. */
function useIsFirstPage(): boolean {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  return key === firstKey
}

/** Ids of the notifications that an earlier page of this visit has shown. */
function useSeenIds(): string[] {
  const { pathname } = useLocation()
  const [page, setPage] = useState({ pathname, ids: initialSeenIds })
  if (page.pathname !== pathname) setPage({ pathname, ids: loadSeenIds() })
  return page.ids
}

/**
 * Shows the site's notifications one at a time. Until the reader opens another page, what hides by itself leaves its room
 * behind, so that nothing moves.
 */
export default function ReaderBanner({ query }: { query: DefinedUseQueryResult<ActiveNotification[]> }) {
  const { data, error } = query
  const isFirstPage = useIsFirstPage()
  // Ids that a visitor read at an earlier visit. Notifications read now stay until the reader leaves the page, so that they
  // can be opened again.
  const previouslyRead = useSyncExternalStore(noopSubscribe, getInitialReadIds, () => noIds)
  const seenIds = useSeenIds()
  const { pathname } = useLocation()
  const isHydrated = useSyncExternalStore(
    noopSubscribe,
    () => true,
    () => false,
  )
  useLayoutEffect(() => {
    // The rules by which banner.js hid what was read or seen: React has done so by now.
    if (isHydrated) document.adoptedStyleSheets = []
  }, [isHydrated])
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the page is complete without the banner
    if (error) console.error('The notifications could not be loaded:', error.detail)
  }, [error])
  const notifications = data.filter(({ id }) => !previouslyRead.includes(id))
  const ids = notifications.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '') saveSeenIds([...new Set([...loadSeenIds(), ...ids.split(',')])])
  }, [ids])
  const isSeen = isHydrated && notifications.every(({ id }) => seenIds.includes(id))
  return (
    // Each page begins with the small bar of what was seen, also when it was opened on the one before.
    <Banner key={pathname} notifications={notifications} holdsRoom={isFirstPage} isSeen={isSeen} />
  )
}
