import type { Output } from '../../contract/schemas.ts'
import { Done, MailLink } from '../features/identity/accounts/MailLink.tsx'

function Taken({ answer: { is_yours, is_drill } }: { answer: Output<'alarms.take'> }) {
  const said = !is_yours ? 'alarm_over' : is_drill ? 'alarm_drill' : 'alarm_done'
  return <Done said={said} to="/admin/care" label="alarm_open" />
}

/** Opened by the link of an alarm; works without signing in. */
export default function OnItRoute() {
  return <MailLink name="alarms.take" words="alarm" Result={Taken} />
}
