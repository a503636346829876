import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './test.ts'

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/$/)
}

test('theme, size and language go with the account to another browser', async ({ newPerson, visit }) => {
  const { page, email } = await newPerson()
  await page.goto('/')
  const html = page.locator('html')
  const before = await html.getAttribute('data-theme')
  const kept = () => page.waitForResponse((response) => response.url().endsWith('/preferences') && response.ok())
  await page.goto('/profile')
  await Promise.all([kept(), page.getByRole('radio', { name: 'Vespers' }).check()])
  const theme = await html.getAttribute('data-theme')
  expect(theme).not.toBe(before)
  await Promise.all([kept(), page.getByText('Large', { exact: true }).click()])
  await Promise.all([kept(), page.getByRole('combobox', { name: 'Language' }).selectOption('de')])
  await expect(page.getByRole('heading', { name: 'Darstellung und Sprache' })).toBeVisible()

  const second = await visit()
  await signIn(second, email)
  await expect(second.locator('html')).toHaveAttribute('lang', 'de')
  await expect(second.locator('html')).toHaveAttribute('data-theme', theme ?? '')
  await expect(second.locator('html')).toHaveAttribute('data-text-size', 'large')
  // From then on it applies before the first paint.
  await second.reload()
  await expect(second.getByRole('banner').getByText('Abmelden')).toBeVisible()
})

test('an account that is deleted can be kept by signing in again', async ({ newPerson }) => {
  const { page, email, name } = await newPerson()
  await page.goto('/profile?tab=account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('radio', { name: /Keep them, without my name/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText(/We’ll delete your account on/)).toBeVisible()
  await expect(page.getByRole('banner').getByText('Sign In')).toBeVisible()

  await page.goto('/signin')
  await fillSignIn(page, email)
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeFocused()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('all parts of the profile are in view on a narrow screen, in large letters too', async ({ newPerson, visit }) => {
  const { page: own } = await newPerson()
  const storageState = await own.context().storageState()
  for (const [width, locale] of [
    [390, 'en-GB'],
    [320, 'de'],
    [320, 'ar'],
  ] as const) {
    const page = await visit({ storageState, viewport: { width, height: 844 }, locale })
    await page.goto('/profile')
    await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
    const tabs = page.getByRole('main').getByRole('navigation').getByRole('link')
    for (const size of ['100%', '200%']) {
      await page.evaluate((it) => (document.documentElement.style.fontSize = it), size)
      await expect(tabs).toHaveCount(4)
      for (const tab of await tabs.all()) {
        await tab.scrollIntoViewIfNeeded()
        await expect(tab, `${locale} at ${size}`).toBeInViewport({ ratio: 1 })
      }
      const row = await tabs
        .first()
        .locator('..')
        .evaluate((it) => it.scrollWidth - it.clientWidth)
      expect(row, `${locale} at ${size}`).toBe(0)
    }
  }
})
