import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Time } from '../../../time.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Clamp } from './Clamp.tsx'
import { PrayRow } from './PrayButton.tsx'
import { answerOf } from './answers.ts'
import { MembersOnly, PrayerMeta, PrayerTags, PrayerText, useAuthorName } from './PrayerMeta.tsx'
import prayerStyles from './Prayer.module.css'

function Title({ prayer: { id, title, language } }: { prayer: Prayer }) {
  if (title === null) return null
  return (
    <h3 className={prayerStyles.title} dir="auto" lang={language ?? undefined}>
      <Link className="plain" to={`/prayers/${id}`}>
        {title}
      </Link>
    </h3>
  )
}

/** Quotes what the author wrote last. */
function LatestUpdate({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('prayer')
  const name = useAuthorName()(prayer)
  const { latest_update: update, id } = prayer
  if (!update) return null
  return (
    <div className={prayerStyles.update}>
      <p className="small">
        <b>{t('update_from', { name })}</b> · <Time iso={update.created_at} />
      </p>
      <Clamp to={`/prayers/${id}#updates`}>
        <PrayerText prayer={update} short />
      </Clamp>
    </div>
  )
}

/** A request that was answered: the testimony leads, and the request waits behind a press. */
function Testimony({ prayer, answer }: { prayer: Prayer; answer: NonNullable<Prayer['latest_update']> }) {
  const t = useTranslations('prayer')
  return (
    <>
      <div className={prayerStyles.testimony}>
        <Clamp to={`/prayers/${prayer.id}`}>
          <PrayerText prayer={answer} short />
        </Clamp>
      </div>
      <details className={prayerStyles.asked}>
        <summary>
          {t('prayed_for')}
          <Icon name="right" className="icon--sm" />
        </summary>
        <Title prayer={prayer} />
        <PrayerText prayer={prayer} />
      </details>
    </>
  )
}

export function PrayerCard({ prayer }: { prayer: Prayer }) {
  const answer = answerOf(prayer)
  return (
    <Card as="article" className={answer ? prayerStyles.answered : ''} aria-labelledby={`n${prayer.id}`}>
      <PrayerMeta prayer={prayer} linked />
      {answer ? (
        <Testimony prayer={prayer} answer={answer} />
      ) : (
        <>
          <Title prayer={prayer} />
          <Clamp to={`/prayers/${prayer.id}`}>
            <PrayerText prayer={prayer} short />
          </Clamp>
          <LatestUpdate prayer={prayer} />
          <PrayerTags prayer={prayer} />
        </>
      )}
      {prayer.publication === 'published' && (
        <PrayRow prayer={prayer}>
          <MembersOnly prayer={prayer} quiet />
        </PrayRow>
      )}
    </Card>
  )
}
