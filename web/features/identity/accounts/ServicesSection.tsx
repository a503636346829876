import { useTranslations } from 'use-intl'
import { usePreferences } from './usePreferences.ts'
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
  const { services } = useSite()
  const there = kinds.filter((kind) => services[kind] !== null)
  const { data, change, failure } = usePreferences(user_id, { enabled: there.length > 0 })
  if (there.length === 0 || !data) return null
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
              onChange={(wanted) => void change({ [`${kind}_consent`]: wanted ? service : null })}
            />
          )
        })}
      </Card>
    </Part>
  )
}
