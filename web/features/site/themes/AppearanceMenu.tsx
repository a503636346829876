import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../ui/Icon.tsx'
import { Popup } from '../../../ui/Popup.tsx'

export const AppearancePanel = lazyPart(() => import('./AppearancePanel.tsx'), NotLoaded, ['forms'])

export function AppearanceMenu() {
  const t = useTranslations('nav')
  return (
    <Popup label={t('appearance')} summary={<Icon name="sun" />}>
      <AppearancePanel />
    </Popup>
  )
}
