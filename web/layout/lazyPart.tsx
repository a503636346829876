import { lazy, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { loadMessages } from '../messages.ts'

export const Nothing = () => null

/** In place of a menu whose content did not arrive. */
export function NotLoaded() {
  const t = useTranslations('failure')
  return <p className="small muted">{t('offline')}</p>
}

/**
 * A part of a page that is fetched when it is first shown, together with the words of its `areas`, so that a page does not
 * fail for want of those of a menu. When something does not arrive the rest of the page stays, with `instead` in its place
 * until the next reload. Parts with areas are for the browser alone.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType<object> = Nothing,
  areas: Area[] = [],
) =>
  lazy(async () => {
    try {
      const messages = areas.map((area) => loadMessages(document.documentElement.lang, area))
      const [part] = await Promise.all([load(), ...messages])
      return part
    } catch {
      return { default: fallback as ComponentType<Props> }
    }
  })
