import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocale } from 'use-intl'
import { lazyCode } from '../../../layout/lazyPart.tsx'
import { endpointQuery } from '../../../query.ts'
import { useSite } from '../../../site.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import type ReaderBanner from './ReaderBanner.tsx'
import styles from './Banner.module.css'

const loadBanner = () => import('./ReaderBanner.tsx')
// In the boundary below, which the page has whether or not the banner came before it.
const LazyBanner = lazyCode(loadBanner)
let loadedBanner: typeof ReaderBanner | undefined

/**
 * Loads the banner before a page that shows it is hydrated. If it arrived only afterwards, any update of the page in
 * between would empty it.
 */
export async function preloadBanner(): Promise<void> {
  // Without it the page is complete.
  loadedBanner = (await loadBanner().catch(() => undefined))?.default
}

/** Place of the banner. Its code loads only where there may be something to show. */
export function NotificationBanner() {
  const { notifications, language, reader } = useSite()
  const { status, user } = useAuth()
  const locale = useLocale()
  // A page that came for a reader may be for them alone; one that came for a visitor is for everybody.
  const isOwn = reader?.id === user?.id
  const query = endpointQuery('notifications.active', { language: locale }, true)
  // Comes with the page, and is fetched only for a signed-in reader, or in another language: a banner that changes while it
  // is read disturbs.
  const { data = isOwn || !reader ? notifications : [], error } = useQuery({
    ...query,
    queryKey: [...query.queryKey, user?.id],
    staleTime: Infinity,
    ...(isOwn && locale === language && { initialData: notifications }),
  })
  const [isNeeded, setNeeded] = useState(notifications.length > 0)
  // From then on it stays, also when the reader signs out.
  if (!isNeeded && status === 'signed_in') setNeeded(true)
  const Banner = loadedBanner ?? LazyBanner
  return (
    <div className={`container ${styles.slot}`}>
      <Suspense>{isNeeded && <Banner data={data} error={error} />}</Suspense>
    </div>
  )
}
