import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Time } from '../../../time.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { answerOf } from './answers.ts'
import { PrayButton } from './PrayButton.tsx'
import { PrayerText, useAuthorName } from './PrayerMeta.tsx'
import prayerStyles from './Prayer.module.css'
import styles from './Testimony.module.css'

/** Longer words are shown in smaller letters. In code units. */
const SHORT = 90

/** What the author wrote of the answer; nothing for an answer without words. */
export function Testimony({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('answered')
  const prayed = useTranslations('prayer')
  const name = useAuthorName()(prayer)
  const answer = answerOf(prayer)
  const { reactions, my_reactions, created_at } = prayer
  if (!answer) return null
  const given = reactions.thanks ?? 0
  return (
    <Card as="article" className={styles.testimony} aria-labelledby={`n${prayer.id}`}>
      <blockquote className={answer.content.length <= SHORT ? styles.short : ''}>
        <PrayerText prayer={answer} />
      </blockquote>
      <p className="small secondary">
        <bdi className="strong" id={`n${prayer.id}`}>
          {name}
        </bdi>{' '}
        · {t.rich('asked', { time: () => <Time iso={created_at} /> })}
      </p>
      <details className={prayerStyles.asked}>
        <summary>
          {prayed('prayed_for')}
          <Icon name="right" className="icon--sm" />
        </summary>
        <PrayerText prayer={prayer} />
      </details>
      <div className={prayerStyles.actions}>
        <PrayButton prayer={prayer} />
        <span className={prayerStyles.count}>
          {my_reactions.thanks === undefined
            ? t('thanks', { count: given })
            : t('thanks_with_you', { others: Math.max(0, given - 1) })}
        </span>
      </div>
    </Card>
  )
}
