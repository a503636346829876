import { useLocale, useTranslations } from 'use-intl'
import { languageNames } from '../../contract/languages.ts'
import { chooseLanguage } from '../messages.ts'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popup } from '../ui/Popup.tsx'

export function LanguageMenu() {
  const t = useTranslations('nav')
  const current = useLocale()
  const { languages } = useSite()
  if (languages.length < 2) return null
  return (
    <Popup label={t('language')} summary={<Icon name="translate" />}>
      <div className="pop__panel pop__panel--menu sidelist">
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            data-closes=""
            aria-current={language === current || undefined}
            onClick={() => void chooseLanguage(language)}
          >
            <span>{languageNames[language]}</span>
            {language === current && <Icon name="check" className="icon--sm" />}
          </button>
        ))}
      </div>
    </Popup>
  )
}
