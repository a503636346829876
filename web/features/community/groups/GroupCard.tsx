import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { Emblem, GroupSummary } from './GroupParts.tsx'
import { JoinButton } from './JoinButton.tsx'

/** A group among others. The whole card leads to it; what can be done at once lies above that. */
export function GroupCard({ group }: { group: Group }) {
  const t = useTranslations('groups')
  return (
    <li className="card group-card">
      <Emblem group={group} />
      <div className="group-card__text">
        <h3>
          <Link to={`/groups/${group.id}`}>
            <bdi>{group.name}</bdi>
          </Link>
        </h3>
        {group.description !== '' && (
          <p className="small secondary group-card__purpose" dir="auto">
            {group.description}
          </p>
        )}
        <GroupSummary group={group} />
        {group.new_count > 0 && (
          <span className="badge badge--new">{t('new_requests', { count: group.new_count })}</span>
        )}
        {group.my_status !== 'active' && (
          <div className="row row--tight group-card__acts">
            <JoinButton group={group} />
          </div>
        )}
      </div>
    </li>
  )
}
