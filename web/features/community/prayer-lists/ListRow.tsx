import { useQuery } from '@tanstack/react-query'
import type { ComponentPropsWithRef } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList } from '../../../../contract/prayer-lists.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Candle } from '../../../ui/Candle.tsx'
import { PlateRow } from '../../../ui/Plate.tsx'
import { remindersQuery } from './queries.ts'
import { useReminderTime } from './useReminderTime.ts'
import styles from './PrayerLists.module.css'

/** A list in a plate: its name, how many requests it has, its rhythm, and the way to pray for them. */
export function ListRow({
  list: { id, name, item_count },
  isOpen = false,
  children,
  ...rest
}: ComponentPropsWithRef<'li'> & { list: PrayerList; isOpen?: boolean }) {
  const t = useTranslations()
  const { rhythm } = useReminderTime()
  const { data: reminders = [] } = useQuery(remindersQuery)
  const reminder = reminders.find(({ prayer_list_id, is_paused }) => prayer_list_id === id && !is_paused)
  return (
    <PlateRow {...rest} className={isOpen ? `${styles.row} ${styles.current}` : styles.row}>
      <div className={styles.about}>
        <Link className={`plain ${styles.name}`} to={`/prayer-lists?list=${id}`} aria-current={isOpen || undefined}>
          <bdi>{name}</bdi>
        </Link>
        <p className="small secondary">
          {/* In elements of their own: see `Toasts`. */}
          <span suppressHydrationWarning>{t('lists.requests', { count: item_count })}</span>
          {reminder && <span suppressHydrationWarning>{` · ${rhythm(reminder)}`}</span>}
        </p>
      </div>
      <div className={styles.acts}>
        {item_count > 0 && (
          <ButtonLink to={`/pray?list=${id}`} aria-label={t('today.pray_for', { list: name })}>
            <Candle />
            {t('today.pray')}
          </ButtonLink>
        )}
        {children}
      </div>
    </PlateRow>
  )
}
