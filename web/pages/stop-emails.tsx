import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import type { NotifyKind } from '../../contract/preferences.ts'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function StopEmails() {
  const t = useTranslations('mail_links')
  const names = useTranslations('notify')
  const language = useLocale()
  const [stopped, setStopped] = useState<NotifyKind[] | null>(null)
  if (stopped) {
    const kinds = new Intl.ListFormat(localeOf(language)).format(stopped.map((kind) => names(kind)))
    return (
      <ResultCard title={t('stopped')} lead={t('stopped_text', { kinds })}>
        <ButtonLink to="/profile?tab=notifications">{t('settings')}</ButtonLink>
      </ResultCard>
    )
  }
  return (
    <MailLink
      name="notifications.stop_emails"
      title={t('stop_title')}
      lead={t('stop_lead')}
      button={t('stop_button')}
      onDone={({ stopped: kinds }) => setStopped(kinds)}
    />
  )
}

/** Opened by a link in an email; works without signing in. */
export default function StopEmailsRoute() {
  return (
    <FormMessages area="profile">
      <meta name="robots" content="noindex" />
      <StopEmails />
    </FormMessages>
  )
}
