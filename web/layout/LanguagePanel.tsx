import { useLocale } from 'use-intl'
import { languageNames } from '../../contract/languages.ts'
import { chooseLanguage } from '../language.ts'
import { useSite } from '../site.tsx'
import { MenuItem, MenuPanel } from '../ui/Menu.tsx'

/** Lists the languages by their own names. */
export default function LanguagePanel() {
  const current = useLocale()
  const { languages } = useSite()
  return (
    <MenuPanel>
      {languages.map((language) => (
        <MenuItem
          key={language}
          lang={language}
          icon={language === current ? 'check' : undefined}
          aria-current={language === current || undefined}
          onClick={() => void chooseLanguage(language)}
        >
          <span>{languageNames[language]}</span>
        </MenuItem>
      ))}
    </MenuPanel>
  )
}
