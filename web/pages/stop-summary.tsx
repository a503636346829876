import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function StopSummary() {
  const t = useTranslations('mail_links')
  const [is_stopped, setStopped] = useState(false)
  if (is_stopped) {
    return (
      <ResultCard title={t('summary_stopped')} lead={t('summary_stopped_text')}>
        <ButtonLink to="/">{t('home')}</ButtonLink>
      </ResultCard>
    )
  }
  return (
    <MailLink
      name="group_summaries.stop"
      title={t('summary_stop_title')}
      lead={t('summary_stop_lead')}
      button={t('summary_stop_button')}
      onDone={() => setStopped(true)}
    />
  )
}

/** Opened by a link in an email; works without signing in. */
export default function StopSummaryRoute() {
  return (
    <FormMessages area="profile">
      <meta name="robots" content="noindex" />
      <StopSummary />
    </FormMessages>
  )
}
