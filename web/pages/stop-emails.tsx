import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import type { Output } from '../../contract/schemas.ts'
import { Done, MailLink } from '../features/identity/accounts/MailLink.tsx'

function Stopped({ answer: { stopped } }: { answer: Output<'notifications.stop_emails'> }) {
  const names = useTranslations('notify')
  const language = useLocale()
  const kinds = new Intl.ListFormat(localeOf(language)).format(stopped.map((kind) => names(kind)))
  return <Done said="stopped" values={{ kinds }} to="/profile?tab=notifications" label="settings" />
}

/** Opened by a link in an email; works without signing in. */
export default function StopEmailsRoute() {
  return <MailLink name="notifications.stop_emails" words="stop" Result={Stopped} />
}
