import { lazy, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'

const Nothing = () => null

/** In place of a menu whose content did not arrive. */
export function NotLoaded() {
  const t = useTranslations('failure')
  return <p className="small muted">{t('offline')}</p>
}

/**
 * A part of a page that is fetched when it is first shown. When it does not arrive the rest of the page stays,
 * with `instead` in its place until the next reload.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<object> = Nothing,
) => lazy(() => load().catch(() => ({ default: instead as ComponentType<Props> })))
