import type { DefinedUseQueryResult } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ActiveNotification } from '../../../../contract/notifications.ts'
import { useSite } from '../../../site.tsx'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import Banner from './Banner.tsx'
import { forgetReader, loadReadIds, saveReadId, saveRoom } from './readNotifications.ts'

const noIds: string[] = []
let initialReadIds: string[] | undefined
const getInitialReadIds = (): string[] => (initialReadIds ??= loadReadIds())

/** True on the page that the server rendered, until the reader opens another one. */
function useIsFirstPage(): boolean {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  return key === firstKey
}

/**
 * Shows the site's notifications one at a time. Until the reader opens another page nothing moves: what turns out to be
 * read or over leaves its room behind, and what only a member gets finds the room that it took at the last visit.
 */
export default function ReaderBanner({ query }: { query: DefinedUseQueryResult<ActiveNotification[]> }) {
  const { data, error, isFetchedAfterMount } = query
  const { notifications: served } = useSite()
  const { status } = useAuth()
  const isFirstPage = useIsFirstPage()
  const slot = useRef<HTMLDivElement>(null)
  // Ids read at an earlier visit. Notifications read now stay until the reader leaves the page, so that they can be
  // opened again.
  const previouslyRead = useSyncExternalStore(noopSubscribe, getInitialReadIds, () => noIds)
  const isUnread = ({ id }: { id: string }) => !previouslyRead.includes(id)
  const unread = data.filter(isUnread)
  const gone = isFirstPage ? served.filter((one) => isUnread(one) && !data.some(({ id }) => id === one.id)) : []

  const isHydrated = useSyncExternalStore(
    noopSubscribe,
    () => true,
    () => false,
  )
  useLayoutEffect(() => {
    // The rules by which banner.js hid what was read: React has left it out by now.
    if (isHydrated) document.adoptedStyleSheets = []
  }, [isHydrated])
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the page is complete without the banner
    if (error) console.error('The notifications could not be loaded:', error.detail)
  }, [error])
  useEffect(() => {
    if (!isFirstPage) document.documentElement.style.removeProperty('--banner-room')
  }, [isFirstPage])
  const statusBefore = useRef(status)
  useEffect(() => {
    // Whoever uses this browser next starts without what this reader closed.
    if (statusBefore.current === 'signed_in' && status === 'signed_out') forgetReader()
    statusBefore.current = status
  }, [status])
  useEffect(() => {
    if (status !== 'signed_in' || !isFetchedAfterMount) return
    const ids = new Set(data.map(({ id }) => id))
    // Read on another device.
    for (const { id } of served) if (!ids.has(id)) saveReadId(id)
    const isOwn = data.some(({ id }) => !served.some((one) => one.id === id) && !loadReadIds().includes(id))
    const banner = slot.current?.querySelector<HTMLElement>('[data-banner]')
    saveRoom(isOwn && banner ? banner.offsetTop + banner.offsetHeight : 0)
  }, [status, isFetchedAfterMount, data, served])

  return (
    <div ref={slot}>
      <Banner notifications={unread} gone={gone} served={served} holdsRoom={isFirstPage} />
    </div>
  )
}
