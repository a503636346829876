import { use, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { loadMessages } from '../messages.ts'

interface Props {
  /** Words beyond those of forms. */
  also?: Area
  children: ReactNode
}

/** Adds the words of forms and dialogs, which most pages do without. */
export function FormMessages({ also, children }: Props) {
  const language = useLocale()
  const known = useMessages()
  const forms = loadMessages(language, 'forms')
  const more = also && loadMessages(language, also)
  const messages = { ...known, ...use(forms), ...(more && use(more)) }
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
