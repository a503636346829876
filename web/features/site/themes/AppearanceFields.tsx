import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { textSizes } from '../../../../contract/users.values.ts'
import { useSite } from '../../../site.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { chooseTheme, useStoredPreference } from '../../../useStoredPreference.ts'
import { Select } from '../../../ui/Select.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { useThemeWords } from './useThemes.ts'
import fieldStyles from '../../../ui/Field.module.css'

/** Theme, light or dark, and size of the letters. Each applies at once. */
export default function AppearanceFields() {
  const t = useTranslations('appearance')
  const { nameOf } = useThemeWords()
  const id = useId()
  const { themes, default_theme } = useSite()
  const [theme] = useStoredPreference('theme', default_theme)
  const [size, setSize] = useStoredPreference('text_size', 'normal')
  return (
    <>
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
    </>
  )
}
