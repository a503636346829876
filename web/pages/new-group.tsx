import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { useKeptWords } from '../useKeptWords.ts'
import { Title } from '../site.tsx'
import { toast } from '../ui/Toast.tsx'
import { GroupGate } from '../features/community/groups/GroupGate.tsx'
import { emptyGroup, GroupForm } from '../features/community/groups/GroupForm.tsx'
import { cacheGroup } from '../features/community/groups/queries.ts'
import { BackLink, PageHead } from '../ui/PageHead.tsx'

function NewGroup() {
  const t = useTranslations('groups')
  const client = useQueryClient()
  const navigate = useNavigate()
  const kept = useKeptWords('group-settings:new', emptyGroup)
  return (
    <div className="narrow">
      <Title>{t('new_title')}</Title>
      <BackLink to="/groups">{t('title')}</BackLink>
      <PageHead title={t('new_title')} lead={t('new_lead')} />
      <GroupForm
        kept={kept}
        submitLabel={t('create')}
        send={async (draft, idempotency_key) => {
          const { data, error } = await call('groups.create', draft, { idempotency_key })
          if (error) return error
          kept.begin(draft)
          await cacheGroup(client, data)
          toast(t('made', { name: data.name }))
          await navigate(`/groups/${data.id}?tab=members`, { replace: true })
          return null
        }}
      />
    </div>
  )
}

export default function NewGroupRoute() {
  return (
    <GroupGate title="new_title">
      <NewGroup />
    </GroupGate>
  )
}
