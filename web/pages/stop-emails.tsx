import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import type { Output } from '../../contract/schemas.ts'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function Stopped({ answer: { stopped } }: { answer: Output<'notifications.stop_emails'> }) {
  const t = useTranslations('mail_links')
  const names = useTranslations('notify')
  const language = useLocale()
  const kinds = new Intl.ListFormat(localeOf(language)).format(stopped.map((kind) => names(kind)))
  return (
    <ResultCard title={t('stopped')} lead={t('stopped_text', { kinds })}>
      <ButtonLink to="/profile?tab=notifications">{t('settings')}</ButtonLink>
    </ResultCard>
  )
}

/** Opened by a link in an email; works without signing in. */
export default function StopEmailsRoute() {
  return <MailLink name="notifications.stop_emails" words="stop" Result={Stopped} />
}
