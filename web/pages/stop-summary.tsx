import { Done, MailLink } from '../features/identity/accounts/MailLink.tsx'

const Stopped = () => <Done said="summary_stopped" />

/** Opened by a link in an email; works without signing in. */
export default function StopSummaryRoute() {
  return <MailLink name="group_summaries.stop" words="summary_stop" Result={Stopped} />
}
