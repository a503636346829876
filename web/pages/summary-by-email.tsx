import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function SummaryByEmail() {
  const t = useTranslations('mail_links')
  const [group, setGroup] = useState<string | null>(null)
  if (group !== null) {
    return (
      <ResultCard title={t('summary_yes_done')} lead={t('summary_yes_done_text', { group })}>
        <ButtonLink to="/">{t('home')}</ButtonLink>
      </ResultCard>
    )
  }
  return (
    <MailLink
      name="group_summaries.confirm"
      title={t('summary_yes_title')}
      lead={t('summary_yes_lead')}
      button={t('summary_yes_button')}
      onDone={({ group_name }) => setGroup(group_name)}
    />
  )
}

/** Opened by a link in an email; works without signing in. */
export default function SummaryByEmailRoute() {
  return (
    <FormMessages area="profile">
      <meta name="robots" content="noindex" />
      <SummaryByEmail />
    </FormMessages>
  )
}
