import { lazyPart, NotLoaded } from './lazyPart.tsx'
import { useTranslations } from 'use-intl'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popup } from '../ui/Popup.tsx'

const LanguagePanel = lazyPart(() => import('./LanguagePanel.tsx'), NotLoaded)

export function LanguageMenu() {
  const t = useTranslations('nav')
  const { languages } = useSite()
  if (languages.length < 2) return null
  return (
    <Popup label={t('language')} summary={<Icon name="translate" />}>
      <LanguagePanel />
    </Popup>
  )
}
