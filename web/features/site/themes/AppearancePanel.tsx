import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { languageNames } from '../../../../contract/languages.ts'
import { textSizes } from '../../../../contract/users.values.ts'
import { chooseLanguage } from '../../../language.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { useSite } from '../../../site.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { PopupPanel } from '../../../ui/Popup.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { chooseTheme, forgetLostTheme, useStoredPreference } from '../../../useStoredPreference.ts'
import { ModeChoice } from './ModeChoice.tsx'
import { useThemeWords } from './useThemes.ts'
import chipStyles from '../../../ui/Chip.module.css'

/** Theme, light or dark, and size of the letters. Each applies at once. */
function Fields() {
  const t = useTranslations('appearance')
  const { nameOf } = useThemeWords()
  const { themes, default_theme } = useSite()
  const [theme] = useStoredPreference('theme', default_theme)
  const [size, setSize] = useStoredPreference('text_size', 'normal')
  useEffect(() => forgetLostTheme(themes, default_theme), [themes, default_theme])
  return (
    <>
      {themes.length > 1 && (
        <Labelled label={t('theme')}>
          <Select value={theme} onChange={(event) => chooseTheme(event.target.value, themes)}>
            <Options of={themes.map((known) => [known.id, nameOf(known)])} />
          </Select>
        </Labelled>
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

/** The languages by their own names. One who cannot read the page finds theirs. */
function Languages() {
  const t = useTranslations('nav')
  const current = useLocale()
  const { languages } = useSite()
  if (languages.length < 2) return null
  return (
    <fieldset className={chipStyles.chips}>
      <legend className="vh">{t('language')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={chipStyles.chip}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </fieldset>
  )
}

function Sheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} isSheet title={t('nav.look')} onClose={onClose}>
      <div className="stack">
        <Languages />
        <Fields />
      </div>
    </Dialog>
  )
}

/** How the site looks: the panel of a popup, or with `onClose` a sheet over the page, which has the language too. */
export default function AppearancePanel({ onClose }: { onClose?: () => void }) {
  return (
    <FormMessages>
      {onClose ? (
        <Sheet onClose={onClose} />
      ) : (
        <PopupPanel className="stack">
          <Fields />
        </PopupPanel>
      )}
    </FormMessages>
  )
}
