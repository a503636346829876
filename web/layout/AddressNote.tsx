import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { faultOfAddress } from '../../contract/site-address.values.ts'
import { useSite } from '../site.tsx'
import { Note } from '../ui/Note.tsx'
import { roomPath } from './rooms.ts'

/**
 * Warns whoever is about to hand out a link that others can't open it, or not safely; nothing where they can. `canMend`: false for
 * those who may not set the address.
 */
export function AddressNote({ canMend = true }: { canMend?: boolean }) {
  const t = useTranslations()
  const { public_origin: address } = useSite()
  const fault = faultOfAddress(address)
  if (fault === null) return null
  return (
    <Note kind="warning" icon="alert" title={t(`checks.outcome_${fault}`, { address })}>
      {canMend && <Link to={roomPath('address')}>{t('site_settings.address_change')}</Link>}
    </Note>
  )
}
