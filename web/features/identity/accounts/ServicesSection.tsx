import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Preferences } from '../../../../contract/preferences.ts'
import { changeOfPart } from '../../../layout/optimistic.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { preferencesQuery } from './queries.ts'
import { useSite } from '../../../site.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Part } from '../../../ui/Part.tsx'

const kinds = ['translation', 'speech'] as const

/**
 * Lists a member's consents to external services, which can be withdrawn at any time. Renders nothing if the site has
 * no service.
 */
export function ServicesSection({ user_id }: { user_id: string }) {
  const t = useTranslations('services')
  const notify = useTranslations('notify')
  const client = useQueryClient()
  const { services } = useSite()
  const there = kinds.filter((kind) => services[kind] !== null)
  const query = preferencesQuery(user_id)
  const { data } = useQuery({ ...query, enabled: there.length > 0 })
  const { run, failure } = useEndpointMutation({ overlaps: true })
  if (there.length === 0 || !data) return null

  async function change(kind: (typeof kinds)[number], service: string | null) {
    const key = `${kind}_consent` as const
    const optimistic = changeOfPart<Preferences>(client, query.queryKey, { [key]: service })
    await run('preferences.write', { id: user_id, [key]: service }, { optimistic })
  }
  return (
    <Part title={t('title')}>
      <Card className="stack">
        <FailureNote title={notify('failed')}>{failure}</FailureNote>
        {there.map((kind) => {
          const service = services[kind]?.service ?? ''
          return (
            <Switch
              key={kind}
              label={t(kind)}
              hint={t(`${kind}_hint`, { service })}
              checked={data[`${kind}_consent`] === service}
              onChange={(wanted) => void change(kind, wanted ? service : null)}
            />
          )
        })}
      </Card>
    </Part>
  )
}
