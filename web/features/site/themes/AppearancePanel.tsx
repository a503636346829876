import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { textSizes } from '../../../../contract/users.values.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { useSite } from '../../../site.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { chooseTheme, useStoredPreference } from '../../../useStoredPreference.ts'
import { Select } from '../../../ui/Select.tsx'
import { PopupPanel } from '../../../ui/Popup.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { useThemeWords } from './useThemes.ts'
import fieldStyles from '../../../ui/Field.module.css'

function Panel() {
  const t = useTranslations('appearance')
  const { nameOf } = useThemeWords()
  const id = useId()
  const { themes, default_theme } = useSite()
  const [theme] = useStoredPreference('theme', default_theme)
  const [size, setSize] = useStoredPreference('text_size', 'normal')
  return (
    <PopupPanel className="stack">
      {themes.length > 1 && (
        <div className={fieldStyles.field}>
          <label htmlFor={id}>{t('theme')}</label>
          <Select id={id} value={theme} onChange={(event) => chooseTheme(event.target.value, themes)}>
            {themes.map((known) => (
              <option key={known.id} value={known.id}>
                {nameOf(known)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <ModeChoice label={t('mode')} />
      <Segmented
        label={t('text_size')}
        value={size}
        onChange={setSize}
        options={textSizes.map((value) => [value, t(value)])}
      />
    </PopupPanel>
  )
}

export default function AppearancePanel() {
  return (
    <FormMessages>
      <Panel />
    </FormMessages>
  )
}
