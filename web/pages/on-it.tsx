import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../contract/schemas.ts'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function OnIt() {
  const t = useTranslations('mail_links')
  const [taken, setTaken] = useState<Output<'alarms.take'> | null>(null)
  if (taken !== null) {
    const said = !taken.is_yours ? 'alarm_over' : taken.is_drill ? 'alarm_drill' : 'alarm_done'
    return (
      <ResultCard title={t(said)} lead={t(`${said}_text`)}>
        <ButtonLink to="/admin/care">{t('alarm_open')}</ButtonLink>
      </ResultCard>
    )
  }
  return (
    <MailLink
      name="alarms.take"
      title={t('alarm_title')}
      lead={t('alarm_lead')}
      button={t('alarm_button')}
      onDone={setTaken}
    />
  )
}

/** Opened by the link of an alarm; works without signing in. */
export default function OnItRoute() {
  return (
    <FormMessages area="profile">
      <meta name="robots" content="noindex" />
      <OnIt />
    </FormMessages>
  )
}
