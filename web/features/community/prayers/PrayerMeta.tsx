import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer, Visibility } from '../../../../contract/prayers.ts'
import { Time } from '../../../time.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { useCategoryName } from '../categories/useCategoryName.ts'
import { answerOf } from './answers.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import tagStyles from '../../../ui/Tag.module.css'
import prayerStyles from './Prayer.module.css'

const CardMenu = lazyPart(() => import('./CardMenu.tsx'), Nothing, ['forms', 'acts'])

export const audienceIcons: Record<Visibility, IconName> = {
  public: 'globe',
  members: 'users',
  group: 'users',
  team: 'lock',
  private: 'lock',
}

/** Returns who can read a request: whom its author chose, unless it waits for review. */
export function useAudience(): (prayer: Prayer) => { icon: IconName; label: string } {
  const t = useTranslations('audience')
  return ({ visibility, publication, held_reason, is_mine }) =>
    publication === 'published' || visibility === 'private'
      ? { icon: audienceIcons[visibility], label: t(visibility) }
      : { icon: 'lock', label: t(is_mine ? (held_reason === 'crisis' ? 'care' : 'review') : 'waiting') }
}

/** Shows what only members see of a card: its menu or its secondary actions. */
export function MembersOnly(props: { prayer: Prayer; quiet?: boolean }) {
  return useAuth().status === 'signed_in' && <CardMenu {...props} />
}

/** Returns the name to show: the author's name, or a text for an anonymous author or a deleted account. */
export function useAuthorName(): (prayer: Pick<Prayer, 'author' | 'is_anonymous'>) => string {
  const t = useTranslations('prayer')
  const nameOf = useNameOf()
  return ({ author, is_anonymous }) =>
    is_anonymous ? t('anonymous') : author ? nameOf(author.display_name) : t('someone')
}

/** Shows the author, time, audience and status of a request. */
export function PrayerMeta({ prayer, linked = false }: { prayer: Prayer; linked?: boolean }) {
  const t = useTranslations()
  const name = useAuthorName()(prayer)
  const { id, status, publication, is_anonymous, is_urgent, group_id, group_name } = prayer
  const audience = useAudience()(prayer)
  // Where the answer leads, its time does too.
  const answered_at = linked && answerOf(prayer) ? prayer.answered_at : null
  const time = <Time iso={answered_at ?? prayer.created_at} />
  const when = answered_at === null ? time : t.rich('prayer.answered_at', { time: () => time })
  return (
    <div className={prayerStyles.meta}>
      <Avatar name={is_anonymous ? null : name} />
      <div className={prayerStyles.who}>
        <span className={prayerStyles.name} id={`n${id}`} dir="auto">
          {name}
        </span>
        <div className={prayerStyles.sub}>
          <span>
            {linked ? (
              <Link className="plain" to={`/prayers/${id}`}>
                {when}
              </Link>
            ) : (
              when
            )}
          </span>
          <span className="iconline">
            <Icon name={audience.icon} />
            {group_name === null || publication !== 'published' ? (
              audience.label
            ) : (
              <Link className="plain" to={`/groups/${group_id}`}>
                <bdi>{group_name}</bdi>
              </Link>
            )}
          </span>
        </div>
      </div>
      {status !== 'open' ? (
        <Badge className={prayerStyles.badge} tone={status === 'answered' ? 'success' : undefined}>
          {status === 'answered' && <Icon name="sunrise" />}
          <span>{t(`status.${status}`)}</span>
        </Badge>
      ) : (
        is_urgent && (
          <Badge tone="accent" className={prayerStyles.badge}>
            <Icon name="clock" />
            {t('prayer.urgent')}
          </Badge>
        )
      )}
      <MembersOnly prayer={prayer} />
    </div>
  )
}

/** The categories of a request; of one that waits for review, those that somebody chose. */
export function PrayerTags({ prayer: { categories, publication } }: { prayer: Prayer }) {
  const nameOf = useCategoryName()
  const shown = categories.filter((category) => publication === 'published' || !category.is_machine_generated)
  if (shown.length === 0) return null
  return (
    <div className={prayerStyles.tags}>
      {shown.map((category) => (
        <Link key={category.id} className={tagStyles.tag} to={`/?category=${category.id}`}>
          {nameOf(category)}
        </Link>
      ))}
    </div>
  )
}

/** Keeps the formatting of the author: a blank line starts a paragraph, a line break stays a line break. */
export function PrayerText({
  prayer: { content, language },
  short = false,
}: {
  prayer: Pick<Prayer, 'content' | 'language'>
  short?: boolean
}) {
  return (
    <div
      className={short ? `${prayerStyles.text} ${prayerStyles.short} clamped` : prayerStyles.text}
      dir="auto"
      lang={language ?? undefined}
    >
      {content.split(/\n{2,}/).map((paragraph, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no id, and do not move
        <p key={i}>{paragraph}</p>
      ))}
    </div>
  )
}
