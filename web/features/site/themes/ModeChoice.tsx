import { useTranslations } from 'use-intl'
import { appearances } from '../../../../contract/users.values.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useStoredPreference } from '../../../useStoredPreference.ts'

const icons: Record<(typeof appearances)[number], IconName | undefined> = {
  light: 'sun',
  dark: 'moon',
  system: undefined,
}

/** Chooses light or dark. Applies at once. */
export function ModeChoice({ label }: { label: string }) {
  const t = useTranslations('appearance')
  const [mode, setMode] = useStoredPreference('appearance', 'system')
  return (
    <Segmented
      label={label}
      value={mode}
      onChange={setMode}
      options={appearances.map((value) => {
        const icon = icons[value]
        return [
          value,
          <>
            {icon && <Icon name={icon} className="icon--sm" />}
            {t(value)}
          </>,
        ]
      })}
    />
  )
}
