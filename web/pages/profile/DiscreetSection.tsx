import { useTranslations } from 'use-intl'
import type { Account } from '../../../contract/accounts.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { Card } from '../../ui/Card.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Part } from '../../ui/Part.tsx'

/** Discreet mode, for somebody whose screen others see. A switch applies at once, and reverts when saving fails. */
export function DiscreetSection({ account }: { account: Account }) {
  const t = useTranslations('discreet')
  const notify = useTranslations('notify')
  const site = useTranslations('site')
  const { user, updateUser } = useAuth()
  const { run, failure } = useEndpointMutation()

  async function choose(is_discreet: boolean) {
    updateUser({ is_discreet })
    const saved = await run('preferences.write', { id: account.id, is_discreet })
    if (!saved) updateUser({ is_discreet: !is_discreet })
  }

  return (
    <Part title={t('title')}>
      <Card className="stack">
        <FailureNote title={notify('failed')}>{failure}</FailureNote>
        <Switch
          label={t('label')}
          hint={t('hint', { name: site('plain_name') })}
          checked={(user ?? account).is_discreet}
          onChange={(wanted) => void choose(wanted)}
        />
        <p className="small muted">{t('does', { leave: site('leave') })}</p>
        <p className="small muted">{t('limits')}</p>
      </Card>
    </Part>
  )
}
