import type { Page } from '@playwright/test'
import { expectAccessible, looks, visit } from './accessible.ts'
import { type RunningServer, startServer } from './server.ts'
import { expect, newContext, share, test } from './test.ts'

/** Writes as the person of the page does. Resolves with the id of what was made. */
const make = (page: Page, path: string, body: object): Promise<string> =>
  page.evaluate(
    async ([to, json]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('auth_token')}`,
        },
        body: json,
      })
      return ((await answer.json()) as { id: string }).id
    },
    [path, JSON.stringify(body)] as const,
  )

for (const { name, ...look } of looks) {
  test(`every screen passes axe and never scrolls sideways (${name})`, async ({ newPerson, browser, server }) => {
    test.slow()
    const author = await newPerson('Hannah W.')
    const address = new URL(
      await share(author.page, 'My father has an operation on his heart tomorrow at eight. Please pray.'),
    ).pathname
    const group = await make(author.page, '/api/groups', {
      name: `Tuesday ${crypto.randomUUID().slice(0, 8)}`,
      description: 'We meet at eight.',
    })
    await make(author.page, `/api/groups/${group}/prayers`, { content: 'For my brother, whom I visit on Friday.' })
    const list = await make(author.page, '/api/prayer-lists', { name: 'Mornings' })
    const prayer_request_id = address.split('/').at(-1)
    await make(author.page, `/api/prayer-lists/${list}/items`, { prayer_request_id })
    const remind_at = new Date(Date.now() + 86_400_000).toISOString()
    await make(author.page, '/api/reminders', { prayer_list_id: list, remind_at, repeats: 'daily' })
    const storageState = await author.page.context().storageState()
    const visitor = await newContext(browser, server, look)
    const page = await visitor.newPage()
    for (const path of [
      '/',
      '/?view=answered',
      address,
      '/pray',
      '/signin',
      '/signup',
      '/reset-password',
      '/reset-password#x.aGFubmFoQGV4YW1wbGUub3Jn',
      '/verify-email',
      '/verify-email#x',
      '/setup#x',
      '/nothing-here',
      '/content/writing-a-prayer-request',
      '/content/cookies-and-storage',
      '/prayers/00000000-0000-4000-8000-000000000000',
    ]) {
      await visit(page, path, { signedIn: false })
      await expectAccessible(page, `${path} (${name})`)
    }
    await visitor.close()
    const member = await newContext(browser, server, { ...look, storageState })
    const own = await member.newPage()
    for (const path of [
      '/',
      '/?mine=1',
      address,
      `${address}/edit`,
      '/new-prayer',
      '/profile',
      '/profile?tab=notifications',
      '/profile?tab=account',
      '/notifications',
      '/pray',
      '/prayer-lists',
      `/prayer-lists?list=${list}`,
      '/groups',
      '/groups/new',
      '/groups/join',
      `/groups/${group}`,
      `/groups/${group}?tab=members`,
      `/groups/${group}?tab=about`,
    ]) {
      await visit(own, path, { signedIn: true })
      await expectAccessible(own, `${path} signed in (${name})`)
    }
    await member.close()
  })
}

test.describe('the desk', () => {
  let server: RunningServer
  let address: string
  const signedIn = new Map<string, string>()
  const desk = {
    numbers: ['/admin', '/admin/users', '/admin/users?part=waiting', '/admin/users?part=invitations', '/admin/audit'],
    site: ['/admin/settings', '/admin/check', '/admin/themes', '/admin/themes/new', '/admin/content'],
    requests: ['/admin/prayers', '/admin/categories', '/admin/miscategorized', '/admin/content/new'],
    queues: ['reports', 'waiting', 'danger', 'appeals', 'on_call'].map((tab) => `/admin/reports?tab=${tab}`),
  }

  /** As somebody of the demo, over the wire. */
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

  // One community for all looks, with something in every queue.
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

  for (const { name, ...look } of looks) {
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
          await of('ines', '/admin/reports?tab=danger')
          await of('hannah', '/decisions')
          await page.goto('/admin/reports?tab=reports')
          await page.getByRole('button', { name: 'My neighbour at number 14' }).click()
          await page.locator('.report__also').waitFor()
          await expectAccessible(page, `a case (${name})`)
        }
        await context.close()
      })
    }
  }
})

test('the main job is done with the keyboard alone', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.goto('/new-prayer')
  await page.getByLabel('Your request').focus()
  await page.keyboard.type('Typed without a mouse')
  await page.getByRole('button', { name: 'Share prayer request' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Pray', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'You prayed' })).toBeFocused()
})
