import { useTranslations } from 'use-intl'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function Stopped() {
  const t = useTranslations('mail_links')
  return (
    <ResultCard title={t('summary_stopped')} lead={t('summary_stopped_text')}>
      <ButtonLink to="/">{t('home')}</ButtonLink>
    </ResultCard>
  )
}

/** Opened by a link in an email; works without signing in. */
export default function StopSummaryRoute() {
  return <MailLink name="group_summaries.stop" words="summary_stop" Result={Stopped} />
}
