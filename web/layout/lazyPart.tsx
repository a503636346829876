import { lazy, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { loadMessages } from '../messages.ts'

export const Nothing = () => null

/** Shown in place of a menu whose content failed to load. */
export function NotLoaded() {
  const t = useTranslations('failure')
  return <p className="small muted">{t('offline')}</p>
}

/**
 * A part of a page that is loaded when it is first shown, together with the messages of its `areas`. If a load fails
 * the rest of the page stays, with `instead` in its place until the next reload. Parts with areas render in the browser
 * only.
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
