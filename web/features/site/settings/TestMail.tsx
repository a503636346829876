import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Check } from '../../../../contract/checks.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Note } from '../../../ui/Note.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

/** Sends a test mail to the administrator, and shows the result. */
export function TestMail() {
  const t = useTranslations('checks')
  const { user } = useAuth()
  const {
    run,
    isPending: working,
    failure,
  } = useEndpointMutation({ invalidates: ['checks.list', 'checks.server', 'desk'] })
  const [check, setCheck] = useState<Check | null>(null)
  const send = async () => {
    setCheck(null)
    setCheck(await run('checks.run', { name: 'mail' }))
  }
  return (
    <div className="stack">
      <p className="small secondary">{t('mail_to', { email: user?.email ?? '' })}</p>
      <output>
        {check?.outcome && (
          <Note
            {...(!check.is_well && { kind: 'warning' as const })}
            icon={check.is_well ? 'okcircle' : 'alert'}
            title={t(`outcome_${check.outcome}`, check.detail)}
          />
        )}
      </output>
      <FailureNote title={failure} />
      <ButtonRow>
        <Button busy={working} onClick={() => void send()}>
          {t('send_mail')}
        </Button>
      </ButtonRow>
    </div>
  )
}
