import { use, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { findMessages, loadMessages } from '../messages.ts'

/** Adds the messages of forms and dialogs, which most pages do not need, and those of one more area. */
export function FormMessages({ area, children }: { area?: Area; children: ReactNode }) {
  const language = useLocale()
  const areas: Area[] = area ? ['forms', area] : ['forms']
  // Starts all loads before it waits for any.
  const loads = areas.map((name) => ({ name, load: loadMessages(language, name) }))
  // `use` waits for a promise that it has not seen before, even a fulfilled one: what is shown around would vanish meanwhile.
  const loaded = loads.map(({ name, load }) => findMessages(language, name) ?? use(load))
  const messages = Object.assign({}, useMessages(), ...loaded) as ReturnType<typeof useMessages>
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
