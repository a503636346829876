import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { type RunningServer, startServer } from './server.ts'
import { PASSWORD, expect, newContext, started, test } from './test.ts'

const KEY = 'key-of-the-operator'

/** Starts a local stub of Google's translation service, which also answers cross-origin requests. */
async function startService() {
  const asked: { headers: IncomingHttpHeaders; q: string[] }[] = []
  const service = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type, x-goog-api-key')
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (request.method === 'OPTIONS') return response.writeHead(204).end()
      const { q, target } = JSON.parse(body) as { q: string[]; target: string }
      asked.push({ headers: request.headers, q })
      const translations = q.map((text) => ({ translatedText: `In ${target}: ${text}` }))
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ data: { translations } }))
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  return { url, asked, stop: () => void service.close() }
}

/** Shares a request in Spanish as a new person. Resolves with its path. */
async function shareSpanish(request: APIRequestContext, { url }: RunningServer, more = {}): Promise<string> {
  const email = `${crypto.randomUUID()}@example.org`
  const signedUp = await request.post(`${url}/api/auth/signup`, {
    data: { email, password: PASSWORD, displayName: 'Ana' },
  })
  const { token } = (await signedUp.json()) as { token: string }
  const shared = await request.post(`${url}/api/prayers`, {
    headers: { authorization: `Bearer ${token}` },
    data: { content: 'Oren por mi madre, que está enferma.', language: 'es', ...more },
  })
  return `/prayers/${((await shared.json()) as { id: string }).id}`
}

test('a request is translated by the server once the reader agreed; with its switch on by the page, and only then', async ({
  browser,
  request,
}) => {
  const service = await startService()
  const settings = { TRANSLATE_URL: service.url, TRANSLATE_KEY: KEY }
  const server = await startServer('sqlite', settings)
  const open = await startServer('sqlite', { ...settings, BROWSER_SERVICES: 'on' })
  try {
    const context = await newContext(browser, server)
    const page = await context.newPage()
    const foreign: string[] = []
    page.on('request', (one) => one.url().startsWith(server.url) || foreign.push(one.url()))
    const path = await shareSpanish(request, server)
    const answer = await page.goto(path)
    expect(await answer?.text()).not.toContain(KEY)
    expect(answer?.headers()['permissions-policy']).toContain('microphone=(self)')
    expect(answer?.headers()['content-security-policy']).toContain("connect-src 'self';")
    const translate = page.getByRole('button', { name: 'Translate' })
    // The button is rendered by the server; it works once the scripts have loaded.
    await started(page)
    await translate.click()
    await expect(page.getByText(`send only the text to ${new URL(service.url).host}`)).toBeVisible()
    expect(service.asked).toHaveLength(0)
    await page.getByRole('button', { name: 'Agree and translate' }).click()
    const translated = page.getByText('In en: Oren por mi madre')
    await expect(translated).toBeVisible()
    await page.reload()
    await started(page)
    await translate.click()
    await expect(translated).toBeVisible()
    expect(service.asked).toMatchObject([{ headers: { 'x-goog-api-key': KEY } }])
    expect(foreign).toEqual([])
    await page.goto(await shareSpanish(request, server, { is_guarded: true }))
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
    await expect(translate).toHaveCount(0)
    await context.close()

    const other = await newContext(browser, open)
    const direct = await other.newPage()
    const response = await direct.goto(open.url + (await shareSpanish(request, open)))
    expect(response?.headers()['content-security-policy']).toContain(`connect-src 'self' ${service.url};`)
    await started(direct)
    await direct.getByRole('button', { name: 'Translate' }).click()
    await direct.getByRole('button', { name: 'Agree and translate' }).click()
    await expect(direct.getByText('In en: Oren por mi madre')).toBeVisible()
    expect(service.asked.at(-1)?.headers).toMatchObject({ origin: open.url, 'x-goog-api-key': KEY })
    await other.close()
  } finally {
    await Promise.all([server.stop(), open.stop()])
    service.stop()
  }
})
