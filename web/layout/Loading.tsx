import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './Loading.module.css'

interface Props {
  /** What is on its way, for those who cannot see the shape of it. */
  label: string
  /** What to say when it did not come. */
  failed?: string | undefined
  /** The device is offline: it will come by itself. */
  paused: boolean
  retry: () => void
}

/** In place of what is not there yet: its shape, or why it is missing with a way to try again. */
export function Loading({ label, failed, paused, retry }: Props) {
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
        <Note kind="error" icon="error" title={failed} />
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
