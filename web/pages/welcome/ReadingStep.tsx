import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../contract/fields.ts'
import { textSizes } from '../../../contract/users.values.ts'
import { chooseLanguage } from '../../language.ts'
import { useSite } from '../../site.tsx'
import { Labelled } from '../../ui/Field.tsx'
import { LanguageOptions, Select } from '../../ui/Select.tsx'
import { useStoredPreference } from '../../useStoredPreference.ts'
import { FocusPage, type Step } from './FocusPage.tsx'
import styles from './welcome.module.css'

/** Asks for language and text size. Both apply at once, to the sample and to the whole site. */
export function ReadingStep({ step }: { step: Step }) {
  const t = useTranslations()
  const locale = useLocale()
  const name = useId()
  const { languages } = useSite()
  const [size, setSize] = useStoredPreference('text_size', 'normal')
  return (
    <FocusPage step={step} title={t('welcome.reading_title')} lead={t('welcome.reading_lead')} onContinue={step.onNext}>
      {languages.length > 1 && (
        <div className={styles.language}>
          <Labelled label={t('nav.language')}>
            <Select value={locale} onChange={({ target }) => void chooseLanguage(target.value as Language)}>
              <LanguageOptions languages={languages} />
            </Select>
          </Labelled>
        </div>
      )}
      <fieldset className={styles.sizes}>
        <legend>{t('appearance.text_size')}</legend>
        {textSizes.map((value) => (
          <label key={value} data-size={value}>
            <input
              className="vh"
              type="radio"
              name={name}
              value={value}
              checked={value === size}
              onChange={() => setSize(value)}
            />
            <span aria-hidden="true">{t('welcome.letters')}</span>
            {t(`appearance.${value}`)}
          </label>
        ))}
      </fieldset>
      <figure className={styles.sample}>
        <figcaption className="vh">{t('welcome.sample_label')}</figcaption>
        <p>{t('welcome.sample')}</p>
      </figure>
    </FocusPage>
  )
}
