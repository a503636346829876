import { ask, expect, test } from './test.ts'

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
