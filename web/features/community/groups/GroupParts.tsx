import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { tintOf } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { initialsOf } from '../../../ui/initials.ts'
import styles from './Groups.module.css'

/** Shows the initials of the group under an arch, on a tint derived from it: the same wherever the group is shown. */
export function Emblem({ group: { id, name } }: { group: Pick<Group, 'id' | 'name'> }) {
  return (
    <span className={`${styles.emblem} ${tintOf(id)}`} aria-hidden="true" suppressHydrationWarning>
      {initialsOf(name)}
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

/** Shows a group to somebody who is invited to it: it is no link, since they may not enter yet. */
export const InvitedGroup = ({ group }: { group: Group }) => (
  <div className={styles.groupCard}>
    <Emblem group={group} />
    <div className={styles.groupCardText}>
      <h2>
        <bdi>{group.name}</bdi>
      </h2>
      {group.description !== '' && (
        <p className="secondary" dir="auto">
          {group.description}
        </p>
      )}
      <GroupSummary group={group} />
    </div>
  </div>
)
