import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/Icon.tsx'
import { Popup } from '../../ui/Popup.tsx'

const AppearancePanel = lazy(() => import('./AppearancePanel.tsx'))

export function AppearanceMenu() {
  const t = useTranslations('nav')
  return (
    <Popup label={t('appearance')} summary={<Icon name="sun" />}>
      <Suspense>
        <AppearancePanel />
      </Suspense>
    </Popup>
  )
}
