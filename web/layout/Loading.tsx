import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './Loading.module.css'

interface Props {
  /** Label of the loading state for screen readers. */
  label: string
  /** Error message for when loading failed. */
  failed: string
  /** Why, when `failed` does not say it. */
  reason?: string | undefined
  /** Of what is loaded. It is paused while the device is offline, and goes on by itself. */
  query: Pick<UseQueryResult, 'isError' | 'fetchStatus' | 'refetch'>
}

/** Placeholder for content that is loading or failed to load, with a button to retry. */
export function Loading({ label, failed, reason, query: { isError, fetchStatus, refetch } }: Props) {
  const t = useTranslations('feed')
  if (fetchStatus === 'paused') {
    return (
      <Note kind="warning" icon="offline" title={t('offline')}>
        {t('offline_text')}
      </Note>
    )
  }
  if (isError) {
    return (
      <div className={`stack ${styles.failed}`}>
        <Note kind="error" icon="error" title={failed}>
          {reason}
        </Note>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </div>
    )
  }
  return (
    <output className="late" aria-busy="true" aria-label={label}>
      <CardSkeleton />
    </output>
  )
}
