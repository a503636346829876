import { ask, expect, started, test } from './test.ts'

test('requests are found whatever form their letters have', async ({ page, newPerson }) => {
  const mark = `m${crypto.randomUUID().slice(0, 8)}`
  const hannah = await newPerson('Hannah W.')
  await ask(hannah.page, `Une opération difficile ${mark}`)
  await ask(hannah.page, `صلوا لأجل أحمد ${mark}`)
  for (const [words, found] of [
    [`OPERATION ${mark}`, 'Une opération'],
    [`احمد ${mark}`, 'صلوا لأجل أحمد'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('article')).toContainText(found)
  }
})

test('a list is kept and prayed through by keyboard', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const mark = crypto.randomUUID()
  for (const words of [`First of two ${mark}`, `Second of two ${mark}`]) {
    await page.goto(await ask(page, words))
    await page.getByRole('main').getByLabel('More').first().click()
    await page.getByRole('button', { name: 'Add to a list' }).click()
    const dialog = page.getByRole('dialog')
    if (words.startsWith('First')) {
      await dialog.getByLabel('New list').fill('Mornings')
      await dialog.getByRole('button', { name: 'Create list' }).click()
    } else await dialog.getByRole('button', { name: 'Mornings' }).click()
    await expect(dialog.getByRole('button', { name: 'Mornings' })).toHaveAttribute('aria-pressed', 'true')
  }
  await page.goto('/prayer-lists')
  await page.getByRole('main').getByRole('link', { name: 'Mornings', exact: true }).click()
  await page.getByRole('link', { name: 'Pray for Mornings' }).click()
  await expect(page.getByRole('article')).toContainText('First of two')
  await started(page)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'You prayed' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('article')).toContainText('Second of two')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'That’s everyone for now' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('article')).toContainText('Second of two')
})
