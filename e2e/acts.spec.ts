import type { Locator } from '@playwright/test'
import { ask, expect, test } from './test.ts'

test('somebody tells what became of a request, and who follows it hears of it', async ({ newPerson }) => {
  const hannah = await newPerson('Hannah W.')
  const tomas = await newPerson('Tomás R.')
  const words = `My father has surgery tomorrow. ${crypto.randomUUID()}`
  const address = await ask(hannah.page, words)

  // Tomás prays, undoes it, sends a word of support, and follows the request.
  await tomas.page.goto(address)
  const main = tomas.page.getByRole('main')
  await tomas.page.setViewportSize({ width: 390, height: 560 })
  const [pray, prayed] = ['Pray', 'You prayed'].map((name) => main.getByRole('button', { name, exact: true })) as [
    Locator,
    Locator,
  ]
  // The button stays under the finger, and what is said of it covers neither it nor the number.
  await expect(main).toContainText('Be the first to pray')
  await pray.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  const before = await pray.boundingBox()
  await pray.click()
  await expect(prayed).toBeVisible()
  await expect(main).toContainText('You have prayed')
  const after = await prayed.boundingBox()
  expect([after?.y, after?.height]).toEqual([before?.y, before?.height])
  const said = await tomas.page
    .getByRole('status')
    .filter({ hasText: 'You prayed' })
    .locator('div')
    .first()
    .boundingBox()
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan((after?.y ?? 0) - 30)
  const phone = tomas.page.viewportSize()!
  await tomas.page.setViewportSize({ width: 1280, height: 900 })
  const middleOf = async (part: Locator): Promise<number> => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height / 2
  }
  expect(Math.abs((await middleOf(main.getByText('You have prayed'))) - (await middleOf(prayed)))).toBeLessThan(3)
  await tomas.page.setViewportSize(phone)
  await tomas.page.getByRole('button', { name: 'Undo' }).click()
  await expect(main).toContainText('Be the first to pray')
  const saved = Promise.all(
    [/\/api\/reactions$/, /\/follow$/].map((act) => tomas.page.waitForResponse((it) => act.test(it.url()) && it.ok())),
  )
  await main.getByRole('button', { name: 'With you' }).click()
  await main.getByRole('button', { name: 'Follow updates' }).click()
  await expect(main.getByRole('button', { name: 'Following updates' })).toBeVisible()
  await saved
  await tomas.page.reload()
  await expect(main.getByRole('button', { name: 'With you 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(main.getByRole('button', { name: 'Following updates' })).toBeVisible()

  // Hannah adds an update: all went well.
  await hannah.page.goto(address)
  await hannah.page.getByRole('button', { name: 'Add an update' }).click()
  await hannah.page.getByRole('button', { name: 'Answered', exact: true }).click()
  await hannah.page.getByLabel('How was it answered?').fill('He is at home again. Thank you.')
  await hannah.page.getByRole('button', { name: 'Share update' }).click()
  await expect(hannah.page.getByText('Update shared')).toBeVisible()
  await expect(hannah.page.getByRole('heading', { name: /^Answered on/ })).toBeVisible()

  // The header tells Tomás while he reads something else. What he has looked at is no longer new.
  const news = tomas.page.getByRole('banner').getByRole('link', { name: /^News/ })
  await expect(news).toHaveAccessibleName('News: 1 new')
  await news.click()
  const fresh = main.getByRole('region', { name: 'New', exact: true }).getByRole('listitem')
  await expect(fresh).toContainText('He is at home again. Thank you.')
  await expect(news).toHaveAccessibleName('News')
  await fresh.getByRole('link', { name: 'Hannah W.’s prayer was answered' }).click()
  await expect(tomas.page).toHaveURL(address)
  await expect(main).toContainText('He is at home again. Thank you.')
})

test('who prayed leaves the author a line, and takes it back', async ({ newPerson }) => {
  const hannah = await newPerson('Hannah W.')
  const { page } = await newPerson('Tomás R.')
  await page.goto(await ask(hannah.page, `My father has surgery tomorrow. ${crypto.randomUUID()}`))
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Leave a line' })).toHaveCount(0)
  await main.getByRole('button', { name: 'Pray', exact: true }).click()
  await main.getByRole('button', { name: 'Leave a line' }).click()
  const dialog = page.getByRole('dialog', { name: 'A line for Hannah W.' })
  // The words stay when it is closed and opened again.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, width: 390 })
  expect(await dialog.evaluate((sheet) => innerHeight - sheet.getBoundingClientRect().bottom)).toBeLessThan(1)
  await dialog.getByLabel('In your words').fill('I lit a candle for him.')
  await page.mouse.click(195, 20)
  await expect(dialog, 'a press outside does not close what somebody writes in').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main.getByRole('button', { name: 'Leave a line' })).toBeFocused()
  await main.getByRole('button', { name: 'Leave a line' }).click()
  await expect(dialog.getByLabel('In your words')).toHaveValue('I lit a candle for him.')
  await dialog.getByRole('button', { name: 'Leave it' }).click()
  await expect(main.getByText('Left for Hannah W.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Take back' })).toBeFocused()
  await main.getByRole('button', { name: 'Take back' }).click()
  await main.getByRole('button', { name: 'Leave a line' }).click()
  await expect(dialog.getByLabel('In your words')).toHaveValue('')
})

test('a concern is reported, and private information is hidden at once', async ({ newPerson, page }) => {
  const grace = await newPerson('Grace O.')
  const marcos = await newPerson('Marcos A.')
  const words = `My neighbour at number 14 is ill. ${crypto.randomUUID()}`
  const address = await ask(grace.page, words)
  const other = await marcos.page.context().newPage()
  for (const one of [other, marcos.page]) await one.goto('/')
  const card = marcos.page.getByRole('article').filter({ hasText: words })
  await card.getByLabel('More actions').click()
  await card.getByRole('button', { name: 'Share' }).click()
  await expect(marcos.page.getByRole('dialog')).toBeVisible()
  await marcos.page.keyboard.press('Escape')
  await expect(card.getByLabel('More actions')).toBeFocused()
  await card.getByLabel('More actions').click()
  await card.getByRole('button', { name: 'Report a concern' }).click()
  await marcos.page.getByRole('radio', { name: 'Private information about someone' }).check()
  await marcos.page.getByRole('button', { name: 'Send report' }).click()
  await expect(marcos.page.getByText('A moderator will take a look.')).toBeVisible()
  // The confirmation stays until it is closed; then the request disappears here, too.
  await expect(other.getByText(words)).toHaveCount(0)
  await expect(marcos.page.getByText('A moderator will take a look.')).toBeVisible()
  await marcos.page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  expect((await page.goto(address))?.status()).toBe(404)
})
