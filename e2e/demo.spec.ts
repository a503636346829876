import { expect, test } from './test.ts'

test('the announcements of the demo are in the reader’s language, each once', async ({ visitDemo }) => {
  const page = await visitDemo({ locale: 'de-DE' })
  await page.goto('/')
  const banner = page.locator('[data-banner]')
  await expect(banner).toContainText('Abendgebet am Sonntag.')
  await expect(banner).toContainText('1/2')
  // In that of their choice as soon as they choose.
  await page.locator('summary[aria-label="Sprache"]').click()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.locator('[data-banner]')).toContainText('Prière du soir')
})
