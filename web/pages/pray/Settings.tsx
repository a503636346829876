import { useTranslations } from 'use-intl'
import { textSizes } from '../../../contract/users.values.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Labelled } from '../../ui/Field.tsx'
import { Popup, PopupPanel } from '../../ui/Popup.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Options, Select } from '../../ui/Select.tsx'
import { useStoredPreference } from '../../useStoredPreference.ts'
import { pauses, type HandsFree } from './useHandsFree.ts'
import { times, type Timer } from './useTimer.ts'
import styles from './pray.module.css'

/** Chooses the size of the text, how long to pray, and whether the requests are read by themselves. */
export function Settings({ timer, handsFree }: { timer: Timer; handsFree: HandsFree | undefined }) {
  const t = useTranslations()
  const [size, setSize] = useStoredPreference('text_size', 'normal')
  return (
    <Popup label={t('pray_mode.settings')} summary={<Icon name="textsize" />}>
      <PopupPanel className={`stack ${styles.panel}`}>
        <Segmented
          label={t('appearance.text_size')}
          value={size}
          onChange={setSize}
          options={textSizes.map((value) => [value, t(`appearance.${value}`)])}
        />
        <Labelled label={t('pray_mode.timer')}>
          <Select value={timer.minutes} onChange={(event) => timer.choose(Number(event.target.value))}>
            <Options of={times.map((minutes) => [minutes, t('pray_mode.minutes', { minutes })])} />
          </Select>
        </Labelled>
        {handsFree && (
          <Labelled label={t('pray_mode.by_itself')}>
            <Select value={handsFree.pause} onChange={(event) => handsFree.choose(Number(event.target.value))}>
              <Options of={pauses.map((seconds) => [seconds, t('pray_mode.quiet', { seconds })])} />
            </Select>
          </Labelled>
        )}
      </PopupPanel>
    </Popup>
  )
}
