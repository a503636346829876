import type { Locator, Page } from '@playwright/test'
import { PASSWORD, expect, hydrated, make, test } from './test.ts'

/** Presses Tab until the target has the focus, as a keyboard user does, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      // For a field with a button beside it, the box around both shows the focus.
      const outline = await target.evaluate((element) => {
        const boxes = [element, element.parentElement, element.parentElement?.parentElement]
        return boxes.some((box) => box && getComputedStyle(box).outlineStyle !== 'none')
      })
      expect(outline, `the focus can be seen at ${target.toString()}`).toBe(true)
      return
    }
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

test('the main job is done with Tab, Enter and Space alone, from signing in to praying', async ({
  newPerson,
  visit,
}) => {
  const other = await newPerson()
  await make(other.page, '/api/prayers', { content: 'Somebody else asks' })
  const { email } = await newPerson()
  const page = await visit()
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/signin/)
  const main = page.getByRole('main')
  await expect(main.getByLabel('Email')).toBeVisible()
  if (!(await main.getByLabel('Email').evaluate((field) => field === document.activeElement)))
    await tabTo(page, main.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, main.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
  const write = page.getByRole('link', { name: /New prayer request|Share a prayer request|New prayer/i }).first()
  await expect(write).toBeVisible()
  await tabTo(page, write)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your request')).toBeVisible()
  await tabTo(page, page.getByLabel('Your request'))
  await page.keyboard.type('Typed without a mouse')
  await tabTo(page, page.getByRole('button', { name: 'Share with members' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await tabTo(page, main.getByRole('link', { name: 'All prayer requests' }))
  await page.keyboard.press('Enter')
  const card = page.getByRole('article').filter({ hasText: 'Somebody else asks' })
  const pray = card.getByRole('button', { name: 'Pray', exact: true })
  await expect(pray).toBeVisible()
  await tabTo(page, pray)
  await page.keyboard.press('Space')
  await expect(card.getByRole('button', { name: 'You prayed' })).toBeFocused()
})

test('a page says its title and has the focus when its link is gone, and a search says what it found', async ({
  enter,
}) => {
  const page = await enter('hannah')
  const said = page.getByRole('status')
  const card = page.getByRole('article').filter({ hasText: 'river road' })
  await hydrated(card)
  await card.locator('a', { has: page.locator('time') }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(said.getByText(/After the flood on the river road · /)).toBeAttached()
  await page.getByRole('banner').getByRole('link', { name: 'Groups' }).press('Enter')
  await expect(said.getByText(/^Groups · /)).toBeAttached()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Groups' })).toBeFocused()
  await page.goto('/')
  const field = page.getByRole('searchbox')
  for (const [words, sentence] of [
    ['kitchens', /^1 request .*kitchens/],
    ['qqzz', 'No requests match “qqzz”'],
  ] as const) {
    await field.fill(words)
    await field.press('Enter')
    await expect(said.getByText(sentence)).toBeAttached()
    await expect(page.locator('#requests')).toBeFocused()
  }
})

test('a report that is opened has the focus, and its row when it is closed', async ({ enter }) => {
  const page = await enter('ruth', '/admin/reports')
  const row = page.getByRole('button', { name: /For my neighbour Karl/ })
  await row.press('Enter')
  const panel = page.getByRole('region', { name: /^Report / })
  await expect(panel.getByRole('heading', { name: /^Report / })).toBeFocused()
  await panel.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(row).toBeFocused()
})
