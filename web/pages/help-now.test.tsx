import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { mockServer, renderPage } from '../test.tsx'
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
