import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Avatar } from '../../../ui/Avatar.tsx'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { leadersQuery } from './queries.ts'
import { CardSection } from '../../../ui/CardSection.tsx'
import groupsStyles from './Groups.module.css'

/** Lists the leaders as contacts. The page stays complete when loading them fails. */
export function Leaders({ group_id }: { group_id: string }) {
  const t = useTranslations('groups')
  const { user } = useAuth()
  const { data } = useQuery(leadersQuery(group_id))
  const nameOf = useNameOf()
  if (!data) return null
  return (
    <CardSection title={t('leaders')} className={groupsStyles.leaders}>
      <ul className="stack">
        {data.items.map(({ user: { id: userId, display_name }, role }) => (
          <li key={userId} className={groupsStyles.memberWho}>
            <Avatar name={nameOf(display_name)} />
            <span>
              <bdi className="strong">{nameOf(display_name)}</bdi>
              <span className={`small muted ${groupsStyles.memberRole}`}>
                {t(role)} {userId === user?.id && t('you')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}
