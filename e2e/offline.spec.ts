import type { Page } from '@playwright/test'
import { expect, started, test } from './test.ts'

/** Waits until the browser has the worker, and the page that it shows. */
async function kept(page: Page): Promise<void> {
  await started(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/offline')))).toBe(true)
  expect(page.context().serviceWorkers()).toHaveLength(1)
}

const keptNow = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

for (const [language, dir, title, again, help] of [
  ['en-GB', 'ltr', 'We can’t connect just now', 'Try again', 'Need help now?'],
  ['ar-EG', 'rtl', 'تعذّر الاتصال الآن', 'إعادة المحاولة', 'مساعدة عاجلة؟'],
] as const) {
  test(`without a connection a page of ours says so, and leads back: ${language}`, async ({ visit }) => {
    const page = await visit({ locale: language })
    await page.goto('/content/how-privacy-works')
    await kept(page)
    const heading = await page.getByRole('heading', { level: 1 }).textContent()
    await page.context().setOffline(true)
    for (const address of ['/content/how-privacy-works', '/groups?of=nobody']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle(title)
      expect(await page.locator('html').getAttribute('dir')).toBe(dir)
      expect(await page.content()).not.toMatch(/oremus|pray|<svg|<img|<script/i)
    }
    await page.getByText(help).click()
    await expect(page.getByRole('link', { name: language === 'en-GB' ? '116 123' : '15115' })).toBeVisible()
    await page.goto('/content/how-privacy-works')
    await page.getByRole('link', { name: again }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.context().setOffline(false)
    await page.getByRole('link', { name: again }).click()
    await expect(page).toHaveURL('/content/how-privacy-works')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
    expect(await keptNow(page)).toEqual(['/offline'])
  })
}

test('the kept page follows the language, and a member’s pages stay theirs', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/')
  await kept(page)
  // Now with the worker in between: the first bytes are the member’s.
  const answer = await page.goto('/')
  expect(answer?.fromServiceWorker()).toBe(true)
  expect(await answer?.text()).toContain('data-signed-in')
  await started(page)
  await page.evaluate(() => (document.documentElement.dataset['language'] = 'de'))
  const language = () => page.evaluate(async () => await (await caches.match('/offline'))?.text())
  await expect.poll(language).toContain('<html lang="de"')
  expect(await keptNow(page)).toEqual(['/offline'])
})
