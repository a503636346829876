import { expectAccessible, devices, visit } from './accessible.ts'
import { type RunningServer, startServer } from './server.ts'
import { expect, newContext, test } from './test.ts'

test.describe('the desk', () => {
  let server: RunningServer
  let address: string
  const signedIn = new Map<string, string>()
  const desk = {
    numbers: [
      '/admin',
      '/admin/numbers',
      '/admin/users',
      '/admin/users?part=waiting',
      '/admin/users?part=invitations',
      '/admin/audit',
    ],
    site: ['/admin/settings', '/admin/check', '/admin/themes', '/admin/themes/new', '/admin/content'],
    requests: ['/admin/prayers', '/admin/categories', '/admin/miscategorized', '/admin/content/new'],
    queues: [
      ...['reports', 'waiting', 'appeals'].map((tab) => `/admin/reports?tab=${tab}`),
      ...['danger', 'on_call'].map((tab) => `/admin/care?tab=${tab}`),
    ],
  }

  /** Calls the API as a person of the demo. */
  async function ask<Answer>(name: string, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${signedIn.get(name)}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path}`).toBe(true)
    return (await answer.json()) as Answer
  }
  const find = async (path: string): Promise<string> => {
    const found = await ask<{ id: string }[] | { items: { id: string }[] }>('peter', 'GET', path)
    return (Array.isArray(found) ? found : found.items)[0]?.id ?? ''
  }

  // One community for all devices, with items in every queue.
  test.beforeAll(async () => {
    server = await startServer('sqlite', { DEMO: '1' })
    for (const name of ['hannah', 'tomas', 'grace', 'ruth', 'peter', 'ines']) {
      const answer = await fetch(`${server.url}/api/auth/signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@example.org`, password: 'kyrie-eleison-demo' }),
      })
      signedIn.set(name, ((await answer.json()) as { token: string }).token)
    }
    const write = (content: string) => ask<{ id: string }>('hannah', 'POST', '/api/prayers', { content })
    const reported = await write('My neighbour at number 14 drinks again. Please pray for her children.')
    await ask('tomas', 'POST', `/api/prayers/${reported.id}/report`, { report_type: 'harassment', reason: 'Too much.' })
    await ask('grace', 'POST', `/api/prayers/${reported.id}/report`, { report_type: 'hate' })
    const hidden = await write('My brother and his wife at the bakery quarrel every night. Please pray for them.')
    await ask('tomas', 'POST', `/api/prayers/${hidden.id}/report`, { report_type: 'private_information' })
    const { items } = await ask<{ items: { id: string; prayer_request_id: string }[] }>('ruth', 'GET', '/api/reports')
    const report = items.find(({ prayer_request_id }) => prayer_request_id === hidden.id)?.id ?? ''
    const decided = await ask<{ decision_id: string }>('ruth', 'PUT', `/api/reports/${report}`, {
      decision: 'hidden',
      decision_reason: 'It names a family.',
      template: 'private_information',
    })
    await ask('hannah', 'POST', `/api/decisions/${decided.decision_id}/appeal`, { appeal: 'They asked me to.' })
    await write('I do not want to live any more. Please pray.')
    address = `/admin/users/${await find('/api/users?search=hannah')}`
    desk.site.push(`/admin/themes/${await find('/api/themes')}`)
    desk.requests.push(`/admin/content/${await find('/api/admin/content?type=notification')}`)
    desk.numbers.push(address)
  })
  test.afterAll(() => server.stop())

  // The widest, the narrowest, and one right-to-left.
  for (const { name, ...look } of devices.filter((one) => one.name !== 'dark 390')) {
    for (const part of ['numbers', 'site', 'requests', 'queues'] as const) {
      test(`passes axe and never scrolls sideways: ${part} (${name})`, async ({ browser, watch }) => {
        const context = await newContext(browser, server, look)
        const page = await context.newPage()
        watch(page, server.url)
        await page.addInitScript((token) => localStorage.setItem('auth_token', token), signedIn.get('peter') ?? '')
        for (const path of desk[part]) {
          await visit(page, path, { signedIn: true })
          await page.locator('main h1').first().waitFor()
          await expectAccessible(page, `${path} (${name})`)
        }
        if (part === 'queues') {
          const of = async (who: string, path: string) => {
            const other = await newContext(browser, server, look)
            await other.addInitScript((token) => localStorage.setItem('auth_token', token), signedIn.get(who) ?? '')
            const theirs = await other.newPage()
            await visit(theirs, path, { signedIn: true })
            await theirs.locator('main article').first().waitFor()
            await expectAccessible(theirs, `${path} of ${who} (${name})`)
            await other.close()
          }
          await of('ines', '/admin/care')
          await of('hannah', '/decisions')
          await page.goto('/admin/reports?tab=reports')
          await page.getByRole('button', { name: 'My neighbour at number 14' }).click()
          await page.locator('[data-also]').waitFor()
          await expectAccessible(page, `a case (${name})`)
        }
        await context.close()
      })
    }
  }
})
