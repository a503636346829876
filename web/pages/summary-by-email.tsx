import { useTranslations } from 'use-intl'
import type { Output } from '../../contract/schemas.ts'
import { MailLink } from '../features/identity/accounts/MailLink.tsx'
import { ResultCard } from '../features/identity/sessions/SessionForm.tsx'
import { ButtonLink } from '../ui/Button.tsx'

function Confirmed({ answer: { group_name: group } }: { answer: Output<'group_summaries.confirm'> }) {
  const t = useTranslations('mail_links')
  return (
    <ResultCard title={t('summary_yes_done')} lead={t('summary_yes_done_text', { group })}>
      <ButtonLink to="/">{t('home')}</ButtonLink>
    </ResultCard>
  )
}

/** Opened by a link in an email; works without signing in. */
export default function SummaryByEmailRoute() {
  return <MailLink name="group_summaries.confirm" words="summary_yes" Result={Confirmed} />
}
