import { Done, MailLink } from '../features/identity/accounts/MailLink.tsx'

const Prayed = () => <Done said="prayed" />

/** Opened by a link in an email; works without signing in. */
export default function PrayedRoute() {
  return <MailLink name="notifications.pray_by_email" words="prayed" Result={Prayed} />
}
