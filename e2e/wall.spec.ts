import type { Page } from '@playwright/test'
import { small, large } from './shifts.ts'
import { callAs, expect, ask, openStarted, started, test } from './test.ts'

const articles = (page: Page) => page.getByRole('article')

test('on a phone, the first request is on the first screen', async ({ enter, visitDemo }) => {
  const visitor = await visitDemo({ viewport: small })
  await visitor.goto('/')
  for (const page of [visitor, await enter('hannah', '/', { viewport: small })]) {
    await expect(articles(page).first()).toBeVisible()
    const box = await articles(page).first().locator('p').first().boundingBox()
    const bar = await page.locator('nav').filter({ visible: true }).last().boundingBox()
    // The first line of the request lies above the bar.
    expect(box!.y + 30).toBeLessThan(bar!.y)
  }
  const pray = await articles(await enter('hannah', '/', { viewport: small }))
    .first()
    .getByRole('button', { name: /^(Pray|You prayed)$/ })
    .boundingBox()
  expect(pray!.y + pray!.height).toBeLessThan(small.height)
})

for (const javaScriptEnabled of [true, false])
  test(`text that is cut has a way on, and no other: scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    visitDemo,
  }) => {
    const page = await visitDemo({ viewport: large, javaScriptEnabled })
    await page.goto('/')
    const long = articles(page).filter({ hasText: 'After the flood' })
    await expect(long.getByRole('link', { name: 'Read all' })).toHaveCount(1)
    await expect(articles(page).getByRole('link', { name: 'Read all' })).toHaveCount(1)
    await long.getByRole('link', { name: 'Read all' }).click()
    await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  })

test('an answer leads, and what it answered waits behind a press', async ({ enter }) => {
  const page = await enter('hannah', '/', { viewport: large })
  const card = articles(page).filter({ hasText: 'They offered me the post' })
  await expect(card.getByText('Seven months').first()).toBeVisible()
  const asked = card.locator('details p').first()
  await expect(asked).toBeHidden()
  await card.getByText('What we prayed for').click()
  await expect(asked).toBeVisible()
  await expect(card.getByText(/people prayed for this/)).toBeVisible()
  const recent = page.getByRole('complementary').locator('section').filter({ hasText: 'Recently answered' })
  await expect(recent.getByText(/They offered me the post/)).toBeVisible()
  const sorrow = (await asked.textContent()) ?? ''
  await expect(recent).not.toContainText(sorrow.slice(0, 20))
  await recent.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/answered')
})

test('an update is quoted on its card', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const mark = crypto.randomUUID()
  await page.goto(await ask(page, `The river ${mark}`))
  await page.getByRole('button', { name: 'Add an update' }).click()
  await page.getByLabel('What has happened since?').fill('The school is open again.')
  await page.getByRole('button', { name: 'Share update' }).click()
  await expect(page.getByText('Update shared')).toBeVisible()
  await page.goto('/')
  const card = articles(page).filter({ hasText: mark })
  await expect(card.getByText('Update from Grace O.')).toBeVisible()
  await expect(card.getByText('The school is open again.')).toBeVisible()
})

test('the search is opened on a phone, counts, says what was not found, and is cleared', async ({ enter }) => {
  const page = await enter('hannah', '/', { viewport: small })
  await started(page)
  await page.getByRole('link', { name: 'Search requests' }).click()
  const field = page.getByRole('searchbox', { name: 'Search requests' })
  await expect(field).toBeFocused()
  await field.fill('rent')
  await field.press('Enter')
  await expect(page.getByRole('main').getByText('1 request matches “rent”.')).toBeVisible()
  await expect(articles(page)).toHaveCount(1)
  await field.fill('nowhere at all')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'No requests match “nowhere at all”' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/')
  await expect(articles(page).nth(3)).toBeVisible()
})

test('the wall leads a member to the requests of their groups, and to those that they follow', async ({ enter }) => {
  const page = await enter('hannah', '/', { viewport: large })
  await started(page)
  const sources = page.getByRole('navigation', { name: 'Show' }).first()
  await sources.getByRole('link', { name: 'My groups' }).click()
  await expect(page).toHaveURL('/?from=groups')
  await expect(articles(page).first()).toContainText('Tuesday Evening Circle')
  await sources.getByRole('link', { name: 'Following' }).click()
  await expect(page).toHaveURL('/?from=following')
})

test('the keyboard reaches the first request in few steps, and no category is empty', async ({ enter }) => {
  const page = await enter('hannah', '/', { viewport: large })
  // From the top of the page, and not from where the form to sign in was.
  await openStarted(page, '/')
  let steps = 0
  const isInCard = () => page.evaluate(() => document.activeElement?.closest('article') !== null)
  while (!(await isInCard()) && steps < 8) {
    await page.keyboard.press('Tab')
    steps += 1
    const skip = await page.evaluate(() => document.activeElement?.getAttribute('href')?.startsWith('#'))
    if (skip) await page.keyboard.press('Enter')
  }
  expect(await isInCard()).toBe(true)
  const counts = await page.getByRole('navigation', { name: 'Categories' }).locator('.num').allTextContents()
  expect(counts.length).toBeGreaterThan(0)
  for (const count of counts) expect(Number(count)).toBeGreaterThan(0)
})

test('a bookmark of a category that was deleted leads to the wall, which says so', async ({ enter }) => {
  const page = await enter('hannah', '/?view=waiting&category=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('We can’t find this category.')).toBeVisible()
  await expect(articles(page).first()).toBeVisible()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a category that is deleted while the wall is open leads to the wall too', async ({ enter, demo, visitDemo }) => {
  const page = await visitDemo({ viewport: large })
  await openStarted(page, '/')
  const link = page.getByRole('navigation', { name: 'Categories' }).locator('a[href*="category="]').first()
  const id = new URL((await link.getAttribute('href')) ?? '', demo.url).searchParams.get('category')
  const peter = await enter('peter')
  expect(await callAs(peter, `/api/categories/${id}`, 'DELETE')).toEqual({ id })
  await link.click()
  await expect(page.getByText('We can’t find this category.')).toBeVisible()
  await expect(articles(page).first()).toBeVisible()
  expect(await page.getByRole('alert').count()).toBe(0)
})
