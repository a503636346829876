import { expect, newContext, signInAs, test } from './test.ts'

test('the demo is a filled community with announcements, which are dismissed once and for all', async ({
  browser,
  demo,
}) => {
  const context = await newContext(browser, demo)
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('article').first()).toContainText('Hannah W.')
  expect(await page.getByRole('article').count()).toBeGreaterThan(5)

  const banner = page.getByRole('region', { name: 'Notification' })
  await expect(banner).toContainText('Evening prayer on Sunday.')
  await expect(banner).toContainText('1/2')
  await banner.getByRole('button', { name: 'Next' }).click()
  await expect(banner).toContainText('A made-up community.')
  await expect(banner.getByRole('link')).toHaveAttribute('href', '/content/writing-a-prayer-request')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  const bar = page.getByRole('button', { name: 'Notification' })
  await bar.click()
  await expect(banner).toContainText('A made-up community.')
  // The next page begins with the bar, and has only what was not dismissed.
  await page.reload()
  await bar.click()
  await expect(banner).toContainText('Evening prayer on Sunday.')
  await expect(banner.getByRole('button', { name: 'Next' })).toHaveCount(0)

  await page.goto('/signin')
  await signInAs(page, 'hannah')
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
  // The header knows before the page goes on to the wall, whose bar is another one.
  await expect(page.getByRole('heading', { level: 1, name: 'Prayer requests' })).toBeVisible()
  await bar.click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  expect((await saved).status()).toBe(200)
  await context.close()
})

test('the announcements of the demo are in the reader’s language, each once', async ({ browser, demo }) => {
  const context = await newContext(browser, demo, { locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto('/')
  const banner = page.locator('[data-banner]')
  await expect(banner).toContainText('Abendgebet am Sonntag.')
  await expect(banner).toContainText('1/2')
  // In that of their choice as soon as they choose.
  await page.locator('summary[aria-label="Sprache"]').click()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.locator('[data-banner]')).toContainText('Prière du soir')
  await context.close()
})
