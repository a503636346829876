import type { Route } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { STILL_PAGE, expect, openStarted, test } from './test.ts'

const ways: [what: string, answer: (route: Route) => Promise<void>, sentence: string][] = [
  [
    'the server fails',
    (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'Oh no' }),
    'Failed to load themes',
  ],
  ['the server is stopped', (route) => route.abort('connectionrefused'), 'Failed to load themes'],
  [
    'the answer is a page',
    (route) => route.fulfill({ contentType: 'text/html', body: '<html><h1>Welcome</h1></html>' }),
    'Invalid themes data',
  ],
  [
    'the answer is broken',
    (route) => route.fulfill({ contentType: 'application/json', body: '[{"id":' }),
    'Invalid themes data',
  ],
  ['the answer is no list', (route) => route.fulfill({ json: { themes: [] } }), 'Invalid themes data'],
]

test('themes that cannot be loaded, or read, are told as such, and loaded again', async ({ enter }) => {
  test.slow()
  const page = await enter('peter', '/admin/themes')
  const list = page.getByRole('list', { name: 'Themes' })
  await expect(list).toBeVisible()
  for (const [what, answer, sentence] of ways) {
    await page.route('**/api/themes', answer)
    // Each page says each sentence; which answer leads to which is read at one place. The last of them is told at once:
    // a server that fails is asked again after a second.
    const isLast = ways.findLast((way) => way[2] === sentence)?.[0] === what
    for (const path of isFull || isLast ? ['/theme-debug', '/profile', '/admin/themes'] : ['/admin/themes']) {
      await page.goto(path)
      await expect(page.getByText(sentence, { exact: true }).first(), `${what}: ${path}`).toBeVisible()
    }
    await page.unroute('**/api/themes')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(list).toBeVisible()
  }
})

test('the banner that cannot be loaded is noted in the console, and nothing else happens', async ({ enter }) => {
  const page = await enter('hannah', STILL_PAGE)
  // A page that is rendered for the member comes with the announcements.
  await page.context().clearCookies({ name: 'page' })
  for (const [what, answer] of ways.slice(0, 4)) {
    await page.route('**/api/notifications/active?*', answer)
    const noted = page.waitForEvent('console', (message) =>
      message.text().startsWith('The notifications could not be loaded'),
    )
    await page.goto('/')
    expect((await noted).type(), what).toBe('error')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
    await page.unroute('**/api/notifications/active?*')
  }
})

test('a footer that cannot be loaded keeps what the page came with, and says nothing', async ({ visit }) => {
  const page = await visit()
  for (const [, answer] of ways.slice(0, 4)) {
    await page.route(/\/api\/content\/footer/, answer)
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await page.getByRole('banner').getByLabel('Language').click()
    await page
      .getByRole('radio', { name: 'Español' })
      .or(page.getByRole('button', { name: 'Español' }))
      .first()
      .click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(footer.getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
})

test('a page says that the backend service cannot be reached, and is loaded again', async ({ enter }) => {
  const page = await enter('hannah')
  const sentence = page.getByText('There was a problem connecting to our backend service', { exact: true })
  const request = page.getByRole('article').getByRole('link').first()
  for (const [what, answer] of ways.slice(1, 4)) {
    await openStarted(page, '/')
    await page.route(/\/api\/prayers\/[0-9a-f-]{36}$/, answer)
    await request.click()
    await expect(sentence, what).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeHidden()
    await expect(page.getByRole('article').first()).toBeVisible()
  }
})

test('the link to the desk is called by what it is to the person', async ({ enter }) => {
  for (const [name, label] of [
    ['ruth', 'Desk'],
    ['peter', 'Admin'],
    ['hannah', null],
  ] as const) {
    const page = await enter(name)
    await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const links = page.locator('a[href="/admin"]').filter({ visible: true })
      await (label === null ? expect(links).toHaveCount(0) : expect(links).toHaveText([label]))
    }
  }
})
