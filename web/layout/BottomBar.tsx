import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Candle } from '../ui/Candle.tsx'
import { Icon } from '../ui/Icon.tsx'
import { barLinks, isCurrent } from './links.ts'
import styles from './BottomBar.module.css'

function Bar({ who }: { who: 'members' | 'visitors' }) {
  const t = useTranslations('nav')
  const { pathname } = useLocation()
  const [start, end] = barLinks[who].map((links, side) => (
    <div key={side} className={styles.side}>
      {links.map(({ to, label, icon, audience: only }) => (
        <Link
          key={label}
          to={to}
          className={only && `for-${only}`}
          aria-current={isCurrent(to, pathname) ? 'page' : undefined}
        >
          {icon === 'candle' ? <Candle /> : <Icon name={icon} />}
          {t(label)}
        </Link>
      ))}
    </div>
  ))
  const [to, label] =
    who === 'members' ? (['/new-prayer', 'new_prayer'] as const) : (['/signin', 'sign_in_to_create'] as const)
  return (
    <nav className={`${styles.bar} for-${who}`} aria-label={t('main')}>
      {start}
      <div className={styles.plus}>
        <Link className={styles.new} to={to} aria-label={t(label)}>
          <Icon name="plus" className="icon--lg" />
        </Link>
      </div>
      {end}
    </nav>
  )
}

export const BottomBar = () => (
  <>
    <Bar who="members" />
    <Bar who="visitors" />
  </>
)
