import { Suspense } from 'react'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer, Visibility } from '../../../../contract/prayers.ts'
import { Time } from '../../../time.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { useCategoryName } from '../categories/useCategoryName.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'

const CardMenu = lazyPart(() => import('./CardMenu.tsx'), Nothing, ['forms', 'acts'])

export const audienceIcons: Record<Visibility, IconName> = {
  public: 'globe',
  members: 'users',
  group: 'users',
  team: 'lock',
  private: 'lock',
}

/** What only members see of a card: its menu, or its quiet acts. */
export function MembersOnly(props: { prayer: Prayer; quiet?: boolean }) {
  return (
    useAuth().status === 'signed_in' && (
      <Suspense>
        <CardMenu {...props} />
      </Suspense>
    )
  )
}

/** The name to show: the author's, or that it is hidden, or that the account is gone. */
export function useAuthorName(): (prayer: Pick<Prayer, 'author' | 'is_anonymous'>) => string {
  const t = useTranslations('prayer')
  return ({ author, is_anonymous }) => (is_anonymous ? t('anonymous') : (author?.display_name ?? t('someone')))
}

/** Who asks, when, who can read it, and how it stands. */
export function PrayerMeta({ prayer, linked = false }: { prayer: Prayer; linked?: boolean }) {
  const t = useTranslations()
  const name = useAuthorName()(prayer)
  const { id, status, visibility, is_anonymous, is_urgent, group_id, group_name } = prayer
  return (
    <div className="prayer__meta">
      <Avatar name={is_anonymous ? null : name} />
      <div className="prayer__who">
        <span className="prayer__name" id={`n${id}`} dir="auto">
          {name}
        </span>
        <div className="prayer__sub">
          <span>
            {linked ? (
              <Link to={`/prayers/${id}`}>
                <Time iso={prayer.created_at} />
              </Link>
            ) : (
              <Time iso={prayer.created_at} />
            )}
          </span>
          <span className="iconline">
            <Icon name={audienceIcons[visibility]} />
            {group_name === null ? (
              t(`audience.${visibility}`)
            ) : (
              <Link to={`/groups/${group_id}`}>
                <bdi>{group_name}</bdi>
              </Link>
            )}
          </span>
        </div>
      </div>
      {status !== 'open' ? (
        <span className={status === 'answered' ? 'badge badge--success' : 'badge'}>
          {status === 'answered' && <Icon name="sunrise" />}
          {t(`status.${status}`)}
        </span>
      ) : (
        is_urgent && (
          <span className="badge badge--accent">
            <Icon name="clock" />
            {t('prayer.urgent')}
          </span>
        )
      )}
      <MembersOnly prayer={prayer} />
    </div>
  )
}

export function PrayerTags({ categories }: Pick<Prayer, 'categories'>) {
  const nameOf = useCategoryName()
  if (categories.length === 0) return null
  return (
    <div className="prayer__tags">
      {categories.map((category) => (
        <Link key={category.id} className="tag" to={`/?category=${category.id}`}>
          {nameOf(category)}
        </Link>
      ))}
    </div>
  )
}

/** The words as they were written: a blank line begins a paragraph, a line break stays one. */
export function PrayerText({ prayer: { content, language }, short = false }: { prayer: Prayer; short?: boolean }) {
  return (
    <div
      className={short ? 'prayer__text prayer__text--short' : 'prayer__text'}
      dir="auto"
      lang={language ?? undefined}
    >
      {content.split(/\n{2,}/).map((paragraph, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have nothing else, and do not move
        <p key={i}>{paragraph}</p>
      ))}
    </div>
  )
}
