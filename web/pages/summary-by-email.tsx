import type { Output } from '../../contract/schemas.ts'
import { Done, MailLink } from '../features/identity/accounts/MailLink.tsx'

const Confirmed = ({ answer: { group_name: group } }: { answer: Output<'group_summaries.confirm'> }) => (
  <Done said="summary_yes_done" values={{ group }} />
)

/** Opened by a link in an email; works without signing in. */
export default function SummaryByEmailRoute() {
  return <MailLink name="group_summaries.confirm" words="summary_yes" Result={Confirmed} />
}
