import { useTranslations } from 'use-intl'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { HomeScreenSteps } from './HomeScreenSteps.tsx'
import type { usePushSwitch } from './usePushSwitch.ts'

/** Switches messages on for this browser. Says what keeps them off only when somebody has tapped it. */
export function PushSwitch({ push }: { push: ReturnType<typeof usePushSwitch> }) {
  const t = useTranslations('push')
  const { current, hindrance, failure, isBusy, turnOn, remove } = push
  return (
    <>
      <div aria-busy={isBusy}>
        <Switch
          label={t('switch')}
          hint={t(isBusy ? 'busy' : 'hint')}
          checked={current !== undefined}
          onChange={(wanted) => void (wanted ? turnOn() : current && remove(current.id))}
        />
      </div>
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      {hindrance === 'home_screen' && <HomeScreenSteps />}
      {hindrance !== null && hindrance !== 'home_screen' && (
        <Note kind="error" icon="error" title={t(hindrance)}>
          {t(`${hindrance}_text`)}
        </Note>
      )}
      {current?.is_failing === true && (
        <Note kind="warning" icon="alert" title={t('failing')}>
          {t('failing_text')}
        </Note>
      )}
    </>
  )
}
