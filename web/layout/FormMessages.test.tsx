import { Suspense, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { IntlProvider, useTranslations } from 'use-intl'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { loadMessages } from '../messages.ts'
import { FormMessages } from './FormMessages.tsx'

const Words = () => <p>{useTranslations('waits')('rest_works')}</p>

// Like a query whose answer comes: React does not wait when it changes.
const store = { isShown: false, listeners: new Set<() => void>() }
const subscribe = (listener: () => void) => {
  store.listeners.add(listener)
  return () => void store.listeners.delete(listener)
}

function Page() {
  const isShown = useSyncExternalStore(subscribe, () => store.isShown)
  return (
    <>
      <h1>Self-check</h1>
      {isShown && (
        <FormMessages area="admin_today">
          <Words />
        </FormMessages>
      )}
    </>
  )
}

test('what is shown stays while words are added that are loaded already', async () => {
  await Promise.all([loadMessages('en', 'forms'), loadMessages('en', 'admin_today')])
  const { container } = await render(
    <IntlProvider locale="en" timeZone="UTC" messages={{}}>
      <Suspense fallback={<p>waiting</p>}>
        <Page />
      </Suspense>
    </IntlProvider>,
  )
  store.isShown = true
  flushSync(() => store.listeners.forEach((listener) => listener()))
  expect(container.textContent).toMatch(/^Self-check.*works/)
  expect(container.textContent).not.toContain('waiting')
})
