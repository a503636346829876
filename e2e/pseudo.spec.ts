import { PSEUDO_LANGUAGE, findPageFaults, installPseudoLocale } from './pseudo.ts'
import { becomeNew, expect, make, newContext, share, test } from './test.ts'

test('no page has words of its own, and longer words have room at 320 px', async ({ newPerson, browser, server }) => {
  const author = await newPerson('Hannah W.')
  const address = new URL(await share(author.page, 'For my father, whom I visit tomorrow.')).pathname
  // Visible to everybody, as is what other tests of this server left.
  await make(author.page, '/api/groups', { name: 'Tuesday at eight', description: 'In the parish hall.' })
  const storageState = await author.page.context().storageState()
  const context = await newContext(browser, server, { viewport: { width: 1280, height: 640 }, storageState })
  const page = await context.newPage()
  await installPseudoLocale(page)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByLabel('Language', { exact: true }).click()
  await page.locator(`details [lang=${PSEUDO_LANGUAGE}]`).click()
  await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO_LANGUAGE)
  await page.setViewportSize({ width: 320, height: 640 })
  await becomeNew(page)
  for (const path of [
    '/',
    '/answered',
    '/help-now?country=DE',
    address,
    `${address}/edit`,
    '/pray',
    '/new-prayer',
    '/profile',
    '/profile?tab=notifications',
    '/profile?tab=account',
    '/notifications',
    '/today',
    '/prayer-lists',
    '/groups',
    '/groups/new',
    '/welcome',
    '/welcome?step=2',
    '/welcome?step=3',
    '/nothing-here',
  ]) {
    // Navigates as a link of the page does: the pseudo messages stay loaded.
    await page.evaluate((to) => {
      const { __reactRouterDataRouter: router } = globalThis as unknown as {
        __reactRouterDataRouter: { navigate: (where: string) => Promise<void> }
      }
      return router.navigate(to)
    }, path)
    await expect(page.getByRole('main')).toContainText('⟦')
    await expect(page.locator('[aria-busy=true], .late')).toHaveCount(0)
    const { by_hand, clipped } = await findPageFaults(page)
    expect.soft(by_hand, `words of its own at ${path}`).toEqual([])
    expect.soft(clipped, `words without room at ${path}`).toEqual([])
  }
  await context.close()
})
