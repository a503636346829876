import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../contract/fields.ts'
import { textSizes } from '../../../contract/users.values.ts'
import { chooseLanguage } from '../../language.ts'
import { useSite } from '../../site.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ModeChoice } from '../../features/site/themes/ModeChoice.tsx'
import { ThemeTiles } from '../../features/site/themes/ThemeTiles.tsx'
import { useThemes } from '../../features/site/themes/useThemes.ts'
import { Note } from '../../ui/Note.tsx'
import { useStoredPreference } from '../../useStoredPreference.ts'
import { Card } from '../../ui/Card.tsx'
import { LanguageOptions, Select } from '../../ui/Select.tsx'
import { Labelled } from '../../ui/Field.tsx'
import { Part } from '../../ui/Part.tsx'
import styles from './profile.module.css'

/** Settings of appearance and language. Choices apply at once; `SyncPreferences` saves them in the account. */
export function LookSection() {
  const t = useTranslations()
  const locale = useLocale()
  const { themes, languages, default_theme } = useSite()
  const { themes: described = [], problem } = useThemes()
  const [theme] = useStoredPreference('theme', default_theme)
  const [size, setSize] = useStoredPreference('text_size', 'normal')
  return (
    <Part title={t('look.title')}>
      <Card className="stack">
        <p className="small muted">{t('look.kept')}</p>
        {problem && <Note kind="error" icon="error" title={t(`theme_failure.${problem}`)} />}
        {themes.length > 1 && (
          <ThemeTiles
            label={t('appearance.theme')}
            themes={themes.map((known) => ({
              ...known,
              description: described.find((other) => other.id === known.id)?.description ?? '',
            }))}
            chosen={theme}
          />
        )}
        <div className={`row ${styles.lookChoices}`}>
          <ModeChoice label={t('look.mode')} />
          <Segmented
            label={t('appearance.text_size')}
            value={size}
            onChange={setSize}
            options={textSizes.map((value) => [value, t(`appearance.${value}`)])}
          />
          {languages.length > 1 && (
            <div className={styles.lookLanguage}>
              <Labelled label={t('nav.language')}>
                <Select value={locale} onChange={({ target }) => void chooseLanguage(target.value as Language)}>
                  <LanguageOptions languages={languages} />
                </Select>
              </Labelled>
            </div>
          )}
        </div>
      </Card>
    </Part>
  )
}
