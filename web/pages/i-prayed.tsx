import { useTranslations } from 'use-intl'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function Prayed() {
  const t = useTranslations('mail_links')
  return (
    <ResultCard title={t('prayed')} lead={t('prayed_text')}>
      <ButtonLink to="/">{t('home')}</ButtonLink>
    </ResultCard>
  )
}

/** Opened by a link in an email; works without signing in. */
export default function PrayedRoute() {
  return <MailLink name="notifications.pray_by_email" words="prayed" Result={Prayed} />
}
