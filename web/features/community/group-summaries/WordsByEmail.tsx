import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { summaryQuery } from './queries.ts'

interface Props {
  groups: Pick<Group, 'id' | 'name'>[]
  checked: boolean
  onChange: (checked: boolean) => void
}

function Reach({ groups, checked, onChange }: Props) {
  const t = useTranslations('by_email')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['group_reach', groups.map(({ id }) => id)],
    queryFn: () => Promise.all(groups.map(({ id }) => client.query(summaryQuery(id)))),
    meta: { personal: true },
    refetchOnWindowFocus: 'always',
  })
  if (data === undefined) return null
  const lines = groups.flatMap(({ id, name }, index) => {
    const summary = data[index]
    if (!summary?.has_words || !summary.sends_mail || summary.rhythm === 'off') return []
    const { reached_count: members, reader_count: readers } = summary
    if (members + readers === 0) return []
    return [
      <p key={id} className="small secondary">
        {members > 0 ? t('reach', { name, members, readers }) : t('reach_outside', { name, readers })}
      </p>,
    ]
  })
  if (lines.length === 0) return null
  return (
    <>
      {lines}
      <Checkbox name="in_summary" checked={checked} onChange={onChange}>
        {t(lines.length > 1 ? 'let_in_all' : 'let_in')}
      </Checkbox>
    </>
  )
}

/**
 * Says whom the words of a request reach by email, and lets its author leave it out. Nothing while that is not known, and where the emails of
 * these groups hold no words or reach nobody.
 */
export const WordsByEmail = withMessages(Reach, 'groups')
