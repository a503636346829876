import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { languageNames } from '../../../../contract/languages.ts'
import { chooseLanguage } from '../../../language.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { useSite } from '../../../site.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import { Dialog } from '../../../ui/Dialog.tsx'
import AppearanceFields from './AppearanceFields.tsx'

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
    <Dialog ref={dialog} isSheet title={t('nav.look')} close={t('share.close')} onClose={onClose}>
      <div className="stack">
        <Languages />
        <AppearanceFields />
      </div>
    </Dialog>
  )
}

/** Language, theme, light or dark and size of the letters, where one is. */
export default function LookSheet({ onClose }: { onClose: () => void }) {
  return (
    <FormMessages area="acts">
      <Sheet onClose={onClose} />
    </FormMessages>
  )
}
