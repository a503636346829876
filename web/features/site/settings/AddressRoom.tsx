import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { faultOfAddress } from '../../../../contract/site-address.values.ts'
import { useSite } from '../../../site.tsx'
import { Button } from '../../../ui/Button.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { AddressForm } from './AddressForm.tsx'
import { RoomRow, type RoomProps, type State } from './RoomRow.tsx'
import { settingsQuery } from './SettingsForm.tsx'
import { useChecks } from './useChecks.ts'

/** The address with which links begin. */
export function AddressRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const { public_origin: address } = useSite()
  const query = useQuery(settingsQuery)
  const setting = query.data?.find(({ name }) => name === 'site_address')
  const checks = useChecks('address')
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const fault = faultOfAddress(address)
  const stateOf = (): State | null => {
    if (fault !== null)
      return { look: fault === 'this_machine' ? 'broken' : 'look', text: t(`checks.outcome_${fault}`, { address }) }
    return checks.state
  }
  return (
    <RoomRow
      room="address"
      isOpen={isOpen}
      opens={setting?.in_environment === true ? null : 'change'}
      now={
        <>
          <bdi dir="ltr">{address}</bdi>
          {setting?.in_environment === true && <> {t('site_settings.address_environment')}</>}
        </>
      }
      state={stateOf()}
      checks={checks}
      canTry={fault !== 'this_machine'}
    >
      {setting ? (
        setting.in_environment || (
          <AddressForm
            setting={setting}
            confirm={withConfirmation}
            onDone={close}
            leave={
              <Button variant="text" onClick={close}>
                {t('rooms.leave')}
              </Button>
            }
          />
        )
      ) : (
        <QueryStatus query={query} />
      )}
      {dialog}
    </RoomRow>
  )
}
