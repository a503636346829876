import { useTranslations } from 'use-intl'
import { isLocalAddress, useSite } from '../../../site.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { RoomRow, type RoomProps, type State } from './RoomRow.tsx'

/** The address with which links begin. */
export function AddressRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations('rooms')
  const { public_origin } = useSite()
  const stateOf = (): State | null => {
    if (isLocalAddress(public_origin)) return { look: 'look', text: t('address_local') }
    return public_origin.startsWith('http:') ? { look: 'look', text: t('address_open') } : null
  }
  return (
    <RoomRow
      room="address"
      isOpen={isOpen}
      opens="details"
      now={<bdi dir="ltr">{public_origin}</bdi>}
      state={stateOf()}
    >
      <p>{t('address_set')}</p>
      <ButtonRow>
        <Button onClick={close}>{t('close')}</Button>
      </ButtonRow>
    </RoomRow>
  )
}
