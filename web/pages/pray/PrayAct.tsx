import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { Candle } from '../../ui/Candle.tsx'
import prayStyles from '../../ui/Pray.module.css'
import styles from './pray.module.css'

const className = `${prayStyles.pray} ${prayStyles.large} ${styles.pray}`

/** The button of prayer mode. Both of its labels take their room, so that it keeps its size when it is pressed. */
export function PrayAct({ id, hasPrayed, onPray }: { id: string; hasPrayed: boolean; onPray: () => void }) {
  const t = useTranslations('prayer')
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  if (status !== 'signed_in') {
    return (
      <Link
        className={className}
        to={`/signin?return=${encodeURIComponent(pathname + search)}`}
        state={{ act: 'pray', id }}
      >
        <span className={styles.label}>
          <Candle />
          {t('pray')}
        </span>
      </Link>
    )
  }
  return (
    <button type="button" className={className} aria-pressed={hasPrayed} aria-keyshortcuts="Space" onClick={onPray}>
      <span className={styles.labels}>
        {(['pray', 'prayed'] as const).map((label) => (
          <span key={label} className={`${styles.label} ${hasPrayed === (label === 'prayed') ? '' : styles.hidden}`}>
            <Candle />
            {t(label)}
          </span>
        ))}
      </span>
    </button>
  )
}
