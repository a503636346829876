import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import type { Output } from '../../contract/schemas.ts'
import { Done, MailLink } from '../features/identity/accounts/MailLink.tsx'

function EmailsStopped({ answer: { stopped } }: { answer: Output<'notifications.stop_emails'> }) {
  const names = useTranslations('notify')
  const language = useLocale()
  const kinds = new Intl.ListFormat(localeOf(language)).format(stopped.map((kind) => names(kind)))
  return <Done said="stopped" values={{ kinds }} to="/profile?tab=notifications" label="settings" />
}

const SummaryStopped = () => <Done said="summary_stopped" />

const Confirmed = ({ answer: { group_name: group } }: { answer: Output<'group_summaries.confirm'> }) => (
  <Done said="summary_yes_done" values={{ group }} />
)

const Prayed = () => <Done said="prayed" />

function Taken({ answer: { is_yours, is_drill } }: { answer: Output<'alarms.take'> }) {
  const said = !is_yours ? 'alarm_over' : is_drill ? 'alarm_drill' : 'alarm_done'
  return <Done said={said} to="/admin/care" label="alarm_open" />
}

/** The purposes of links, by their paths. */
const links: Record<string, ReactNode> = {
  'stop-emails': <MailLink key="emails" name="notifications.stop_emails" words="stop" Result={EmailsStopped} />,
  'stop-summary': <MailLink key="summary" name="group_summaries.stop" words="summary_stop" Result={SummaryStopped} />,
  'summary-by-email': <MailLink key="yes" name="group_summaries.confirm" words="summary_yes" Result={Confirmed} />,
  'i-prayed': <MailLink key="prayed" name="notifications.pray_by_email" words="prayed" Result={Prayed} />,
  'on-it': <MailLink key="alarm" name="alarms.take" words="alarm" Result={Taken} />,
}

/** Opened by a link in an email; works without signing in. */
export default function MailLinkRoute() {
  const { pathname } = useLocation()
  return links[pathname.split('/')[1]?.toLowerCase() ?? '']
}
