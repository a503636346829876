import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { audienceIcons, useAuthorName } from './PrayerMeta.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import styles from './PrivacySummary.module.css'

function SummaryItem({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div>
      <Icon name={icon} />
      <b>{title}</b>
      <span>{text}</span>
    </div>
  )
}

export function PrivacySummary({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('page')
  const audience = useTranslations('audience')
  const name = useAuthorName()(prayer)
  const { visibility, publication, is_mine, is_anonymous, is_guarded, author } = prayer
  return (
    <Card as="section" tight>
      <CardTitle>{t('privacy')}</CardTitle>
      <div className={styles.list}>
        {publication === 'published' || visibility === 'private' ? (
          <SummaryItem
            icon={audienceIcons[visibility]}
            title={t(`${visibility}_fact`)}
            text={t(`${visibility}_text`)}
          />
        ) : (
          is_mine && <SummaryItem icon="lock" title={audience('review')} text={t('review_text')} />
        )}
        {publication === 'published' && (
          <SummaryItem icon="eye" title={t('private_prayed')} text={t('private_prayed_text')} />
        )}
        {is_anonymous ? (
          <SummaryItem icon="veil" title={t('nameless')} text={t('nameless_text')} />
        ) : (
          author && (
            <SummaryItem icon="user" title={t('named')} text={is_mine ? t('named_own') : t('named_text', { name })} />
          )
        )}
        {is_guarded && <SummaryItem icon="lock" title={t('guarded')} text={t('guarded_text')} />}
      </div>
    </Card>
  )
}
