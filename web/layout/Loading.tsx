import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './Loading.module.css'

interface Props {
  /** Label of the loading state for screen readers. */
  label: string
  /** Error message, when loading failed. */
  failed?: string | undefined
  /** Why, when `failed` does not say it. */
  reason?: string | undefined
  /** True while the device is offline; loading resumes by itself. */
  paused: boolean
  retry: () => void
}

/** Placeholder for content that is loading or failed to load, with a button to retry. */
export function Loading({ label, failed, reason, paused, retry }: Props) {
  const t = useTranslations('feed')
  if (paused) {
    return (
      <Note kind="warning" icon="offline" title={t('offline')}>
        {t('offline_text')}
      </Note>
    )
  }
  if (failed !== undefined) {
    return (
      <div className={`stack ${styles.failed}`}>
        <Note kind="error" icon="error" title={failed}>
          {reason}
        </Note>
        <Button onClick={retry}>{t('retry')}</Button>
      </div>
    )
  }
  return (
    <output className="late" aria-busy="true" aria-label={label}>
      <CardSkeleton />
    </output>
  )
}
