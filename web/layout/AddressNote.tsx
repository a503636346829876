import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useSite } from '../site.tsx'
import { Note } from '../ui/Note.tsx'
import { roomPath } from './rooms.ts'

/** True for an address that only the machine of the site itself can open. */
export const isLocalAddress = (origin: string): boolean =>
  /^https?:\/\/(?:[a-z\d-]+\.)*localhost(?::|$)|^https?:\/\/(?:127\.|\[::1\])/.test(origin)

/** Warns whoever is about to hand out a link that others can't open it, or not safely; nothing where they can. */
export function AddressNote() {
  const t = useTranslations()
  const { public_origin: address } = useSite()
  if (address.startsWith('https://') && !isLocalAddress(address)) return null
  const outcome = isLocalAddress(address) ? 'outcome_this_machine' : 'outcome_insecure'
  return (
    <Note kind="warning" icon="alert" title={t(`checks.${outcome}`, { address })}>
      <Link to={roomPath('address')}>{t('site_settings.address_change')}</Link>
    </Note>
  )
}
