import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './Groups.module.css'

const tints = ['', styles.emblemB, styles.emblemC, styles.emblemD]

/** Shows one or two initials of the group under an arch, on a tint derived from the group. */
export function Emblem({ group: { id, name } }: { group: Pick<Group, 'id' | 'name'> }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
  const tint = tints[Array.from(id).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]
  return (
    <span className={`${styles.emblem} ${tint}`} aria-hidden="true">
      {letters}
    </span>
  )
}

/** Shows the number of members and how new members join. */
export function GroupSummary({ group: { member_count, joining } }: { group: Group }) {
  const t = useTranslations('groups')
  return (
    <div className="row row--tight small muted">
      <span className="iconline">
        <Icon name="users" />
        {t('members', { count: member_count })}
      </span>
      <span className="iconline">
        <Icon name={joining === 'open' ? 'globe' : 'lock'} />
        {t(joining)}
      </span>
    </div>
  )
}
