import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useSite } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popup } from '../ui/Popup.tsx'

const LanguagePanel = lazy(() => import('./LanguagePanel.tsx'))

export function LanguageMenu() {
  const t = useTranslations('nav')
  const { languages } = useSite()
  if (languages.length < 2) return null
  return (
    <Popup label={t('language')} summary={<Icon name="translate" />}>
      <Suspense>
        <LanguagePanel />
      </Suspense>
    </Popup>
  )
}
