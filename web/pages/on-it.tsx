import { useTranslations } from 'use-intl'
import type { Output } from '../../contract/schemas.ts'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function Taken({ answer: { is_yours, is_drill } }: { answer: Output<'alarms.take'> }) {
  const t = useTranslations('mail_links')
  const said = !is_yours ? 'alarm_over' : is_drill ? 'alarm_drill' : 'alarm_done'
  return (
    <ResultCard title={t(said)} lead={t(`${said}_text`)}>
      <ButtonLink to="/admin/care">{t('alarm_open')}</ButtonLink>
    </ResultCard>
  )
}

/** Opened by the link of an alarm; works without signing in. */
export default function OnItRoute() {
  return <MailLink name="alarms.take" words="alarm" Result={Taken} />
}
