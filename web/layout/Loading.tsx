import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import { CardSkeleton } from '../ui/Skeleton.tsx'

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
      <div className="stack feed__failed">
        <Note kind="error" icon="error" title={failed} />
        <button type="button" className="btn btn--secondary" onClick={retry}>
          {t('retry')}
        </button>
      </div>
    )
  }
  return (
    <output className="late" aria-busy="true" aria-label={label}>
      <CardSkeleton />
    </output>
  )
}
