import { use, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { loadMessages } from '../messages.ts'

/** Adds the messages of forms and dialogs, which most pages do not need, and those of one more area. */
export function FormMessages({ area, children }: { area?: Area; children: ReactNode }) {
  const language = useLocale()
  // Starts both loads before it waits for either.
  const [forms, more] = [loadMessages(language, 'forms'), area && loadMessages(language, area)]
  const messages = { ...useMessages(), ...use(forms), ...(more && use(more)) }
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
