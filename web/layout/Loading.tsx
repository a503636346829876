import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/Button.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import styles from './Loading.module.css'

interface Props {
  /** Label of the loading state for screen readers. */
  label: string
  /** Error message for when loading failed. */
  failed: string
  /** Why, when `failed` does not say it. */
  reason?: ReactNode
  /** Loads the content. It is paused while the device is offline, and goes on by itself. */
  query: Pick<UseQueryResult, 'isError' | 'fetchStatus' | 'refetch'>
}

/** Placeholder for content that is loading or failed to load, with a button to retry. */
export function Loading({ label, failed, reason, query: { isError, fetchStatus, refetch } }: Props) {
  // A part that is hydrated late begins as the server has rendered it, also where the connection is gone by then.
  const isHydrated = useIsHydrated()
  if (isHydrated && fetchStatus === 'paused') {
    return (
      <div className={styles.offline}>
        <OfflineNote />
      </div>
    )
  }
  if (isError) {
    return (
      <LoadFailed title={failed} refetch={refetch}>
        {reason}
      </LoadFailed>
    )
  }
  return (
    <output className="late" aria-busy="true" aria-label={label}>
      <CardSkeleton />
    </output>
  )
}

/** A button in the place of what follows in a list, its `children`, which it shows once it was pressed. */
export function More({ children }: { children: ReactNode }) {
  const t = useTranslations('feed')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return children
  return (
    <p className={styles.more}>
      <Button onClick={() => setOpen(true)}>{t('more')}</Button>
    </p>
  )
}
