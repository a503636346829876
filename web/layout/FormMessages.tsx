import { use, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import { loadMessages } from '../messages.ts'

/** Adds the words of forms and dialogs, which most pages do without. `acts`: also those of what people do with a request. */
export function FormMessages({ children, acts = false }: { children: ReactNode; acts?: boolean }) {
  const language = useLocale()
  const areas = acts ? (['forms', 'acts'] as const) : (['forms'] as const)
  // Begun together, then awaited.
  const loading = areas.map((area) => loadMessages(language, area))
  const messages = Object.assign({ ...useMessages() }, ...loading.map((area) => use(area)))
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
