import { useTranslations } from 'use-intl'
import { Avatar } from '../../../../ui/Avatar.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { useAuth } from '../../../identity/sessions/auth.tsx'
import type { Draft } from './draft.ts'
import { audienceIcons } from '../PrayerMeta.tsx'
import { Card, CardTitle } from '../../../../ui/Card.tsx'
import feedStyles from '../Feed.module.css'
import prayerStyles from '../Prayer.module.css'
import composerStyles from './Composer.module.css'

const EXCERPT_LENGTH = 220

/** Shows a preview, advice and contacts for people in danger beside the form. */
export function WritingAside({ draft }: { draft: Draft }) {
  const t = useTranslations()
  const { user } = useAuth()
  const name = draft.is_anonymous ? t('prayer.anonymous') : (user?.display_name ?? '')
  const characters = Array.from(draft.content)
  return (
    <aside className="stack">
      <Card as="section" tight className="only-desktop">
        <CardTitle>{t('write.preview')}</CardTitle>
        <div className={prayerStyles.meta}>
          <Avatar name={draft.is_anonymous ? null : name} />
          <div className={prayerStyles.who}>
            <span className={prayerStyles.name} dir="auto">
              {name}
            </span>
            <div className={prayerStyles.sub}>
              <span>{t('write.just_now')}</span>
              <span className="iconline">
                <Icon name={audienceIcons[draft.visibility]} />
                {t(`audience.${draft.visibility}`)}
              </span>
            </div>
          </div>
        </div>
        {draft.title !== '' && (
          <p className={`${prayerStyles.title} serif`} dir="auto">
            {draft.title}
          </p>
        )}
        <p className={`serif ${composerStyles.previewText}`} dir="auto">
          {characters.slice(0, EXCERPT_LENGTH).join('')}
          {characters.length > EXCERPT_LENGTH && '…'}
        </p>
      </Card>
      <Card as="section" tight quiet className="only-desktop">
        <CardTitle>{t('write.checklist')}</CardTitle>
        <ul className={`stack small secondary ${feedStyles.checklist} ${composerStyles.checklist}`}>
          {(['check_hope', 'check_private', 'check_later'] as const).map((words) => (
            <li key={words} className="iconline">
              <Icon name="check" />
              {t(`write.${words}`)}
            </li>
          ))}
        </ul>
      </Card>
      <Note icon="care" title={t('write.danger')}>
        {t('write.danger_text')}
      </Note>
    </aside>
  )
}
