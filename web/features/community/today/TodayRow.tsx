import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { TodayItem } from '../../../../contract/today.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Candle } from '../../../ui/Candle.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { PlateRow } from '../../../ui/Plate.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { ShownPrayer } from '../prayers/cache.ts'
import { useAuthorName } from '../prayers/PrayerMeta.tsx'
import styles from './Today.module.css'

/** Up to this count, few have prayed. */
const FEW = 5

const icons: Record<TodayItem['reason'], IconName | 'candle'> = {
  day: 'clock',
  list: 'list',
  following: 'bell',
  group: 'users',
  waiting: 'candle',
}

/** Returns a function for why a request comes today, in words. */
function useReason(): (item: TodayItem) => string {
  const t = useTranslations('today')
  const round = useTranslations('pray_mode')
  const nameOf = useNameOf()
  return ({ reason, prayer_list, prayer: { author, group_name, pray_count } }) => {
    if (reason === 'list') return prayer_list ? t('reason_list', { name: prayer_list.name }) : t('lists')
    if (reason === 'following')
      return author ? t('reason_following', { name: nameOf(author.display_name) }) : round('reason_following')
    if (reason === 'group' && group_name !== null) return group_name
    if (reason === 'day') return t('reason_day')
    if (pray_count === 0) return round('reason_first')
    return t(pray_count !== null && pray_count <= FEW ? 'reason_few' : 'reason_waiting')
  }
}

/** A request of the day: why it is here, its first words, whose it is, and the light that one lights. */
export function TodayRow({ item }: { item: TodayItem }) {
  const t = useTranslations('today')
  const lists = useTranslations('lists')
  const acts = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const nameOf = useAuthorName()
  const reason = useReason()(item)
  const { has_prayed } = item
  const prayer: ShownPrayer = item.prayer
  const words = prayer.title ?? prayer.content
  const who = prayer.is_mine && prayer.visibility === 'private' ? lists('own_words') : nameOf(prayer)
  const icon = icons[item.reason]
  const [sending, setSending] = useState(false)
  const press = async () => {
    // One at a time: the answer to the first would light again what the second has put out.
    if (sending) return
    setSending(true)
    await import('../prayers/praying.ts').then<unknown, unknown>(
      (it) => (has_prayed ? it.takeBack(client, prayer.id, locale) : it.pray(client, prayer, acts, locale)),
      () => toast(acts('pray_failed', { reason: '' })),
    )
    setSending(false)
  }
  return (
    <PlateRow className={has_prayed ? `${styles.row} ${styles.done}` : styles.row}>
      <div className={styles.about}>
        <p className={item.reason === 'day' ? `${styles.reason} ${styles.isDay}` : styles.reason}>
          {icon === 'candle' ? <Candle /> : <Icon name={icon} className="icon--sm" />}
          <bdi>{reason}</bdi>
        </p>
        <Link
          className={`serif clamped plain ${styles.words}`}
          to={`/prayers/${prayer.id}`}
          dir="auto"
          lang={prayer.language ?? undefined}
        >
          {words}
        </Link>
        <p className="small secondary">
          <bdi>{who}</bdi>
          {/* In an element of its own: see `Toasts`. */}
          {has_prayed && <span>{` · ${acts(prayer.is_waiting === true ? 'waiting' : 'prayed')}`}</span>}
        </p>
      </div>
      <button
        type="button"
        className={styles.light}
        aria-pressed={has_prayed}
        aria-busy={sending}
        aria-label={t('pray_for', { list: who })}
        onClick={() => void press()}
      >
        <Candle />
      </button>
    </PlateRow>
  )
}
