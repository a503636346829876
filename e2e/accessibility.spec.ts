import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, newContext, share, test } from './test.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      what,
    )
    .toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

const looks = [
  { name: 'light 1280', viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB' },
  { name: 'dark 390', viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'Arabic 390', viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'ar' },
  { name: 'Spanish 320', viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'es' },
] as const

for (const { name, ...look } of looks) {
  test(`every screen passes axe and never scrolls sideways (${name})`, async ({ newPerson, browser, server }) => {
    test.slow()
    const author = await newPerson('Hannah W.')
    const address = new URL(
      await share(author.page, 'My father has an operation on his heart tomorrow at eight. Please pray.'),
    ).pathname
    const storageState = await author.page.context().storageState()
    const visitor = await newContext(browser, server, look)
    const page = await visitor.newPage()
    for (const path of [
      '/',
      '/?view=answered',
      address,
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
      await page.goto(path, { waitUntil: 'networkidle' })
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
    ]) {
      await own.goto(path, { waitUntil: 'networkidle' })
      await expectAccessible(own, `${path} signed in (${name})`)
    }
    await member.close()
  })
}

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
