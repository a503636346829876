import { useTranslations } from 'use-intl'
import { Avatar } from '../../../../ui/Avatar.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { useAuth } from '../../../identity/sessions/auth.tsx'
import type { Draft } from './draft.ts'
import { audienceIcons } from '../PrayerMeta.tsx'

const EXCERPT_LENGTH = 220

/** Beside the form: how it will look, what to mind, and where to turn in danger. */
export function WritingAside({ draft }: { draft: Draft }) {
  const t = useTranslations()
  const { user } = useAuth()
  const name = draft.is_anonymous ? t('prayer.anonymous') : (user?.display_name ?? '')
  const characters = Array.from(draft.content)
  return (
    <aside className="stack">
      <section className="card card--tight only-desktop">
        <h2 className="card__title">{t('write.preview')}</h2>
        <div className="prayer__meta">
          <Avatar name={draft.is_anonymous ? null : name} />
          <div className="prayer__who">
            <span className="prayer__name" dir="auto">
              {name}
            </span>
            <div className="prayer__sub">
              <span>{t('write.just_now')}</span>
              <span className="iconline">
                <Icon name={audienceIcons[draft.visibility]} />
                {t(`audience.${draft.visibility}`)}
              </span>
            </div>
          </div>
        </div>
        {draft.title !== '' && (
          <p className="prayer__title serif" dir="auto">
            {draft.title}
          </p>
        )}
        <p className="serif preview__text" dir="auto">
          {characters.slice(0, EXCERPT_LENGTH).join('')}
          {characters.length > EXCERPT_LENGTH && '…'}
        </p>
      </section>
      <section className="card card--tight card--quiet only-desktop">
        <h2 className="card__title">{t('write.checklist')}</h2>
        <ul className="stack small secondary checklist">
          {(['check_hope', 'check_private', 'check_later'] as const).map((words) => (
            <li key={words} className="iconline">
              <Icon name="check" />
              {t(`write.${words}`)}
            </li>
          ))}
        </ul>
      </section>
      <Note icon="care" title={t('write.danger')}>
        {t('write.danger_text')}
      </Note>
    </aside>
  )
}
