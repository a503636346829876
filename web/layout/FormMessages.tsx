import { use, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { loadMessages } from '../messages.ts'

/** Adds the words of forms and dialogs, which most pages do without, and those of one more part of the site. */
export function FormMessages({ area, children }: { area?: Area; children: ReactNode }) {
  const language = useLocale()
  // Both are asked for before either is waited for.
  const [forms, more] = [loadMessages(language, 'forms'), area && loadMessages(language, area)]
  const messages = { ...useMessages(), ...use(forms), ...(more && use(more)) }
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
