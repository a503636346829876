import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { PASSWORD, expect, fillSignUp, newContext, passWelcome, test } from './test.ts'
import { startServer } from './server.ts'

/** Serves an empty page, as another site does. `host`: `localhost` is the same site on another port, `127.0.0.1` another one. */
async function startSite(host: 'localhost' | '127.0.0.1'): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>App</p>'))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return { origin: `http://${host}:${(server.address() as AddressInfo).port}`, server }
}

interface Answer {
  status: number
  token: string | null
}

/** Calls the API from the page. A call that the browser does not let through has the status 0. */
const ask = (
  page: Page,
  url: string,
  {
    method = 'POST',
    body = {},
    token = null,
    credentials = 'same-origin',
  }: { method?: string; body?: object; token?: string | null; credentials?: RequestCredentials } = {},
): Promise<Answer> =>
  page.evaluate(
    async ([address, init]) => {
      const response = await fetch(address, init).catch(() => null)
      if (!response) return { status: 0, token: null }
      const answer = (await response.json()) as { token?: string }
      return { status: response.status, token: answer.token ?? null }
    },
    [
      url,
      {
        method,
        credentials,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      },
    ] as const,
  )

test('a page of an allowed origin signs in and stays signed in; one of another origin can do nothing', async ({
  browser,
  provoke,
}) => {
  provoke(/has been blocked by CORS policy|the request's credentials mode prohibits/i)
  const [app, near, evil] = await Promise.all([startSite('127.0.0.1'), startSite('localhost'), startSite('127.0.0.1')])
  const site = await startServer('sqlite', { CORS_ORIGINS: `${app.origin},${near.origin}` })
  const api = (path: string) => `${site.url}/api/auth/${path}`
  const context = await newContext(browser, site)
  const email = 'hannah@example.org'
  const credentials = { email, password: PASSWORD }

  // The site's own session, in the same browser.
  const own = await context.newPage()
  await own.goto('/signup')
  await fillSignUp(own, email)
  await passWelcome(own)
  await expect(own.getByRole('banner').getByText('Sign Out')).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['known', 'member', 'page', 'rb'])
  const stolen = await own.evaluate(() => localStorage.getItem('auth_token'))

  for (const { origin } of [app, near]) {
    const page = await context.newPage()
    await page.goto(origin)
    const opened = await ask(page, api('signin'), { body: credentials })
    expect(opened.status).toBe(200)
    const refreshed = await ask(page, api('refresh'), { token: opened.token })
    expect(refreshed.status).toBe(200)
    expect((await ask(page, api('session'), { method: 'GET', token: refreshed.token })).status).toBe(200)
    // With the site's cookies the browser lets nothing through, and they are not there to be used.
    expect((await ask(page, api('refresh'), { token: stolen, credentials: 'include' })).status).toBe(0)
    expect((await ask(page, api('refresh'), { token: stolen })).status).toBe(401)
    expect((await ask(page, api('signin'), { body: credentials, credentials: 'include' })).status).toBe(0)
    expect((await ask(page, api('signout'), { token: refreshed.token })).status).toBe(200)
    expect((await ask(page, api('session'), { method: 'GET', token: refreshed.token })).status).toBe(401)
  }
  const page = await context.newPage()
  await page.goto(evil.origin)
  for (const path of ['signin', 'refresh', 'signout'])
    expect((await ask(page, api(path), { body: credentials, token: stolen })).status, path).toBe(0)
  expect((await ask(page, api('session'), { method: 'GET', token: stolen })).status).toBe(0)
  const form = page.waitForResponse(api('signout'))
  await page.evaluate((address) => {
    const element = document.createElement('form')
    Object.assign(element, { method: 'post', action: address })
    document.body.append(element)
    element.submit()
  }, api('signout'))
  expect((await form).status()).toBeGreaterThanOrEqual(403)
  await page.waitForURL(api('signout'))

  // The site's own session is as it was.
  expect(await context.cookies()).toEqual(cookies)
  await page.goto(app.origin)
  expect((await ask(page, api('signin'), { body: credentials })).status).toBe(200)
  await own.goto('/profile?tab=account')
  await expect(own.getByText(`Through ${new URL(app.origin).host}`).first()).toBeVisible()
  await context.close()
  await site.stop()
  for (const { server } of [app, near, evil]) server.close()
})
