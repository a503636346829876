import { isFull } from '../server/test/depth.ts'
import { translateLive } from './differences.ts'
import { expect, started, test } from './test.ts'

for (const width of isFull ? [390, 1280] : [390]) {
  test(`a page that is translated takes prayers, words, requests and members, ${width} pixels wide`, async ({
    enter,
    provoke,
  }) => {
    // React says this of a part of the page that is hydrated after it was translated, and is made anew.
    provoke(/Minified React error #418/)
    const page = await enter('hannah', '/', { viewport: { width, height: 844 } })
    const translate = async (): Promise<void> => {
      await started(page)
      await page.evaluate(translateLive)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('·')
    }
    await translate()
    const cards = page.getByRole('article')
    await cards.getByRole('button', { name: /^Pray/ }).first().click()
    await expect(cards.locator('[aria-pressed="true"]').first()).toBeVisible()

    await page.goto('/new-prayer')
    await translate()
    const words = `Please pray for my father in hospital ${crypto.randomUUID()}`
    await page.getByRole('textbox').first().fill(words)
    if (width === 390) await page.getByRole('button', { name: /^Continue/ }).click()
    await page.getByText(/^More options/).click()
    await page.getByRole('button', { name: /^Share with members/ }).click()
    await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('main')).toContainText(words)

    await page.goto('/pray')
    await translate()
    const pray = page.getByRole('main').getByRole('button', { name: /^Pray/ })
    await pray.click()
    await expect(page.getByRole('main').locator('[aria-pressed="true"]').first()).toBeVisible()

    await page.goto('/groups')
    await translate()
    const join = page.getByRole('button', { name: /^Join.*North Campus/ })
    await join.click()
    await expect(join).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Your groups' })).toContainText('North Campus')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}
