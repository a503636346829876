import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { Emblem, GroupSummary } from './GroupParts.tsx'
import { JoinButton } from './JoinButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import groupsStyles from './Groups.module.css'

/** Shows a group in a list. The whole card is a link to the group; its buttons lie above the link. */
function GroupCard({ group }: { group: Group }) {
  const t = useTranslations('groups')
  return (
    <Card as="li" className={groupsStyles.groupCard}>
      <Emblem group={group} />
      <div className={groupsStyles.groupCardText}>
        <h3>
          <Link className="plain" to={`/groups/${group.id}`}>
            <bdi>{group.name}</bdi>
          </Link>
        </h3>
        {group.description !== '' && (
          <p className={`small secondary clamped ${groupsStyles.groupCardPurpose}`} dir="auto">
            {group.description}
          </p>
        )}
        <GroupSummary group={group} />
        {group.new_count > 0 && <Badge tone="fresh">{t('new_requests', { count: group.new_count })}</Badge>}
        {group.my_status !== 'active' && (
          <div className={`row row--tight ${groupsStyles.groupCardActs}`}>
            <JoinButton group={group} />
          </div>
        )}
      </div>
    </Card>
  )
}

/** Shows groups as cards side by side. */
export const GroupCards = ({ groups }: { groups: Group[] }) => (
  <ul className={groupsStyles.groupCards}>
    {groups.map((group) => (
      <GroupCard key={group.id} group={group} />
    ))}
  </ul>
)
