import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function Prayed() {
  const t = useTranslations('mail_links')
  const [has_prayed, setPrayed] = useState(false)
  if (has_prayed) {
    return (
      <ResultCard title={t('prayed')} lead={t('prayed_text')}>
        <ButtonLink to="/">{t('home')}</ButtonLink>
      </ResultCard>
    )
  }
  return (
    <MailLink
      name="notifications.pray_by_email"
      title={t('prayed_title')}
      lead={t('prayed_lead')}
      button={t('prayed_button')}
      onDone={() => setPrayed(true)}
    />
  )
}

/** Opened by a link in an email; works without signing in. */
export default function PrayedRoute() {
  return (
    <FormMessages area="profile">
      <meta name="robots" content="noindex" />
      <Prayed />
    </FormMessages>
  )
}
