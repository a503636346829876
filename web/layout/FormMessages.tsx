import { use, type ComponentType, type ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Area, Catalogue } from '../catalogues.ts'
import { getMessages, loadMessages } from '../messages.ts'

const waiting: Record<string, Promise<Catalogue>> = {}
/** Asks again until the messages come: what the server has rendered stays meanwhile, with what is typed. The same promise each time. */
function keepLoading(language: string, area: Area): Promise<Catalogue> {
  const again = async (): Promise<Catalogue> => {
    const note = document.getElementById('load-failure') as HTMLElement
    note.hidden = false
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const messages = await loadMessages(language, area).catch(again)
    note.hidden = true
    return messages
  }
  return (waiting[language + area] ??= getMessages(language, area)
    ? loadMessages(language, area)
    : loadMessages(language, area).catch(again))
}

/** Adds the messages of forms and dialogs, which most pages do not need, and those of further areas. */
export function FormMessages({ area = [], children }: { area?: Area | Area[]; children: ReactNode }) {
  const language = useLocale()
  // Starts all loads before it waits for any.
  const loads = (['forms'] as Area[]).concat(area).map((one) => keepLoading(language, one))
  const messages = Object.assign({}, useMessages(), ...loads.map((load) => use(load)))
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}

/** Returns a part that has the messages of forms and dialogs, and those of further areas. */
export const withMessages = <Props extends object>(Part: ComponentType<Props>, ...areas: Area[]) =>
  function PartWithMessages(props: Props) {
    return (
      <FormMessages area={areas}>
        <Part {...props} />
      </FormMessages>
    )
  }
