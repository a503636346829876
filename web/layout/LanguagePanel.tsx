import { useLocale } from 'use-intl'
import { languageNames } from '../../contract/languages.ts'
import { chooseLanguage } from '../language.ts'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import popupStyles from '../ui/Popup.module.css'

/** Lists the languages by their own names. */
export default function LanguagePanel() {
  const current = useLocale()
  const { languages } = useSite()
  return (
    <div className={`${popupStyles.panel} ${popupStyles.menuPanel} ${popupStyles.menu}`}>
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
  )
}
