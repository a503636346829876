import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Time } from '../../../time.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { answerOf } from './answers.ts'
import { Clamp } from './Clamp.tsx'
import { PrayButton } from './PrayButton.tsx'
import { PrayerCard } from './PrayerCard.tsx'
import { PrayerText, useAuthorName } from './PrayerMeta.tsx'
import prayerStyles from './Prayer.module.css'
import styles from './Testimony.module.css'

/** Longer words are shown in smaller letters, and cut after some lines. In code units. */
const SHORT = 90

/** Shows what the author wrote of the answer, with the request behind a press. An answer without words is the card of the wall. */
export function Testimony({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('answered')
  const prayed = useTranslations('prayer')
  const name = useAuthorName()(prayer)
  const answer = answerOf(prayer)
  const { id, reactions, my_reactions, created_at, pray_count } = prayer
  if (!answer) return <PrayerCard prayer={prayer} />
  const time = <Time iso={created_at} />
  const given = reactions.thanks ?? 0
  return (
    <Card as="article" className={styles.testimony} aria-labelledby={`n${id}`}>
      {answer.content.length <= SHORT ? (
        <blockquote className={styles.short}>
          <PrayerText prayer={answer} />
        </blockquote>
      ) : (
        <blockquote>
          <Clamp to={`/prayers/${id}`}>
            <PrayerText prayer={answer} short />
          </Clamp>
        </blockquote>
      )}
      <p className="small secondary">
        <bdi className="strong" id={`n${id}`}>
          {name}
        </bdi>{' '}
        ·{' '}
        <Link className="plain" to={`/prayers/${id}`}>
          {t.rich('asked', { time: () => time })}
        </Link>
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
        {pray_count !== null && (
          <span className={prayerStyles.count}>
            {my_reactions.thanks === undefined
              ? t('thanks', { count: given })
              : t('thanks_with_you', { others: Math.max(0, given - 1) })}
          </span>
        )}
      </div>
    </Card>
  )
}
