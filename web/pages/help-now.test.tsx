import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { json, mockServer, renderPage } from '../test.tsx'
import HelpNowRoute, { clientLoader } from './help-now.tsx'

afterEach(() => onlineManager.setOnline(true))

it('opens without a connection, and says whom to call', async () => {
  mockServer({ 'GET /api/helplines': () => Response.error() })
  onlineManager.setOnline(false)
  const url = new URL('http://localhost/help-now?country=DE')
  const loaderData = await clientLoader({ url } as Parameters<typeof clientLoader>[0])
  const route = { loaderData } as Parameters<typeof HelpNowRoute>[0]
  const { screen } = await renderPage(<HelpNowRoute {...route} />, '/help-now?country=DE')
  await expect.element(screen.getByText(/call the emergency number where you are/)).toBeVisible()
})

it('opens where nothing is answered, says whom to call, and shows the numbers when they come', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<null>()
  const line = { kind: 'crisis', url: null, keyword: null, hours: '24/7', languages: ['de'] }
  const items = [{ ...line, country: 'DE', name: 'TelefonSeelsorge', number: '116 123' }]
  const international = 'https://findahelpline.com'
  mockServer({ 'GET /api/helplines': () => promise.then(() => json({ international, items })) })
  const url = new URL('http://localhost/help-now?country=DE')
  const loaderData = await clientLoader({ url } as Parameters<typeof clientLoader>[0])
  const route = { loaderData } as Parameters<typeof HelpNowRoute>[0]
  const { screen } = await renderPage(<HelpNowRoute {...route} />, '/help-now?country=DE')
  const emergency = screen.getByText(/call the emergency number where you are/)
  await expect.element(emergency, { timeout: 5000 }).toBeVisible()
  answer(null)
  await expect.element(screen.getByRole('link', { name: /^Call TelefonSeelsorge/ })).toBeVisible()
  await expect.element(emergency).not.toBeInTheDocument()
})
