import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import styles from './Push.module.css'

/** A phone, of which the picture fills the screen. Coordinates: 0 to 72, 0 to 120. */
const Phone = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 72 120" aria-hidden="true">
    <rect className={styles.phone} x="1" y="1" width="70" height="118" rx="11" />
    {children}
  </svg>
)

/** The sign of a box with an arrow that leaves it upwards, which opens the menu in Safari. */
const SharePicture = () => (
  <Phone>
    <path className={styles.faint} d="M12 18h48M12 28h48M12 38h34M12 54h48M12 64h40" />
    <path className={styles.faint} d="M1 92h70" />
    <circle className={styles.spot} cx="36" cy="105" r="11" />
    <path className={styles.sign} d="M33 103h-2v8h10v-8h-2M36 107v-9m-3 3 3-3 3 3" />
  </Phone>
)

const AddPicture = () => (
  <Phone>
    <path className={styles.faint} d="M12 18h48M12 28h30" />
    <path className={styles.sheet} d="M2 42h68v66a10 10 0 0 1-10 10H12a10 10 0 0 1-10-10z" />
    <path className={styles.faint} d="M10 54h34M10 100h34M52 54h8M52 100h8" />
    <rect className={styles.spot} x="6" y="66" width="60" height="22" rx="6" />
    <path className={styles.sign} d="M12 77h26M50 72h10v10H50zM55 74.5v5M52.5 77h5" />
  </Phone>
)

const OpenPicture = () => (
  <Phone>
    <g className={styles.faint}>
      <rect x="10" y="16" width="13" height="13" rx="4" />
      <rect x="30" y="16" width="13" height="13" rx="4" />
      <rect x="50" y="16" width="13" height="13" rx="4" />
      <rect x="10" y="38" width="13" height="13" rx="4" />
    </g>
    <rect className={styles.spot} x="26" y="34" width="21" height="21" rx="6" />
    <path className={styles.sign} d="M31 51v-6a5.5 5.5 0 0 1 11 0v6z" />
  </Phone>
)

/** Leads to the home screen, without which an iPhone shows no messages, in three pictures. */
export function HomeScreenSteps() {
  const t = useTranslations('push')
  const id = useId()
  return (
    <div role="alert" aria-labelledby={id}>
      <p className="strong" id={id}>
        {t('home_title')}
      </p>
      <ol className={styles.steps}>
        <li>
          <SharePicture />
          {t('home_share')}
        </li>
        <li>
          <AddPicture />
          {t('home_add')}
        </li>
        <li>
          <OpenPicture />
          {t('home_open')}
        </li>
      </ol>
    </div>
  )
}
