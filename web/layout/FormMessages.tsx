import { use, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import { loadMessages } from '../messages.ts'

/** Adds the words of forms and dialogs, which most pages do without. */
export function FormMessages({ children }: { children: ReactNode }) {
  const language = useLocale()
  const messages = { ...useMessages(), ...use(loadMessages(language, 'forms')) }
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
