import { small } from './shifts.ts'
import { expect, ask, openStarted, started, test } from './test.ts'

test('answers are told on a page of their own, and thanks are given there', async ({ enter, visitDemo }) => {
  const visitor = await visitDemo({ viewport: small })
  await visitor.goto('/answered')
  const told = visitor.getByRole('article').filter({ hasText: 'The scan was clear' })
  await expect(told).toBeVisible()
  await expect(told.locator('details p').first()).toBeHidden()
  await told.getByRole('link', { name: 'Give thanks' }).click()
  await expect(visitor).toHaveURL(/\/signin\?return=/)

  const page = await enter('hannah', '/answered')
  await started(page)
  const card = page.getByRole('article').filter({ hasText: 'The scan was clear' })
  const thanked = page.waitForResponse((answer) => answer.url().endsWith('/api/reactions') && answer.ok())
  await card.getByRole('button', { name: 'Give thanks' }).click()
  await thanked
  await page.reload()
  await expect(card.getByRole('button', { name: 'You gave thanks' })).toHaveAttribute('aria-pressed', 'true')
})

test('an author tells in four taps that a request was answered', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const mark = crypto.randomUUID()
  await ask(page, `My sister looks for work ${mark}`)
  await page.setViewportSize(small)
  await openStarted(page, '/')
  await page.getByRole('link', { name: 'Profile' }).filter({ visible: true }).click()
  await page.getByRole('link', { name: 'Add update' }).click()
  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await page.getByLabel('How was it answered?').fill('She starts on Monday.')
  await page.getByRole('button', { name: 'Share update' }).click()
  await expect(page.getByText('Update shared')).toBeVisible()
  await page.goto('/answered')
  await expect(page.getByRole('article').filter({ hasText: 'She starts on Monday.' })).toBeVisible()
})
