import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { PrayButton, PrayCount } from './PrayButton.tsx'
import { MembersOnly, PrayerMeta, PrayerTags, PrayerText } from './PrayerMeta.tsx'
import { Card } from '../../../ui/Card.tsx'
import prayerStyles from './Prayer.module.css'

// Approximate number of characters in six lines, on a phone and on a wide screen.
const PHONE_LENGTH = 240
const WIDE_LENGTH = 380

export function PrayerCard({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('prayer')
  const { id, title, content, language, update_count } = prayer
  const address = `/prayers/${id}`
  const length = content.length + 60 * (content.split('\n').length - 1)
  return (
    <Card as="article" aria-labelledby={`n${id}`}>
      <PrayerMeta prayer={prayer} linked />
      {title !== null && (
        <h3 className={prayerStyles.title} dir="auto" lang={language ?? undefined}>
          <Link to={address}>{title}</Link>
        </h3>
      )}
      <PrayerText prayer={prayer} short />
      {length > PHONE_LENGTH && (
        <Link className={length > WIDE_LENGTH ? prayerStyles.more : `${prayerStyles.more} only-mobile`} to={address}>
          {t('read_all')}
        </Link>
      )}
      {update_count > 0 && (
        <p className={prayerStyles.update}>
          <Link to={address}>{t('updates', { count: update_count })}</Link>
        </p>
      )}
      <PrayerTags categories={prayer.categories} />
      <div className={prayerStyles.actions}>
        <PrayButton prayer={prayer} />
        <PrayCount prayer={prayer} />
        <MembersOnly prayer={prayer} quiet />
      </div>
    </Card>
  )
}
