import { useTranslations } from 'use-intl'
import { Loading } from '../../../layout/Loading.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { usePushSwitch } from './usePushSwitch.ts'

/** The devices on which the reader gets messages: this one with its switch, and the others. */
export default function PushDevices({ user_id }: { user_id: string }) {
  const t = useTranslations('push')
  const names = useTranslations('devices')
  const push = usePushSwitch(user_id)
  const { devices, current, query, run, turnOn, remove } = push
  const others = devices?.filter(({ is_current }) => !is_current) ?? []
  return (
    <div className="stack">
      {!devices && <Loading label={t('loading')} failed={t('not_loaded')} query={query} />}
      {devices && <PushSwitch push={push} />}
      {current && (
        <>
          <Switch
            label={t('discreet')}
            hint={t('discreet_hint')}
            checked={current.is_discreet}
            onChange={(wanted) => void turnOn(wanted)}
          />
          <p className="row">
            <Button onClick={() => void run('push_devices.try', { id: current.id }, { done: t('tried') })}>
              {t('try')}
            </Button>
          </p>
        </>
      )}
      {others.length > 0 && (
        <div>
          <h3>{t('others')}</h3>
          <ul>
            {others.map((device) => {
              const name = device.device === '' ? names('unknown') : device.device
              return (
                <ListRow key={device.id}>
                  <bdi>{name}</bdi>
                  <Button
                    size="small"
                    aria-label={t('remove_one', { device: name })}
                    onClick={() => void remove(device.id, t('removed'))}
                  >
                    {t('remove')}
                  </Button>
                </ListRow>
              )
            })}
          </ul>
        </div>
      )}
    </div>
  )
}
