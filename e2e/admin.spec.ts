import { expect, newContext, test } from './test.ts'
import { startServer } from './server.ts'

test('an administrator sees the numbers of the site, writes a page, publishes it and takes it away', async ({
  browser,
  watch,
}) => {
  const server = await startServer('sqlite', { DEMO: '1' })
  try {
    const context = await newContext(browser, server)
    const page = await context.newPage()
    watch(page, server.url)
    // A visitor is led to sign in, and back.
    await page.goto('/admin')
    await expect(page).toHaveURL(`${server.url}/signin?return=%2Fadmin`)
    await page.getByLabel('Email').fill('peter@example.org')
    await page.getByLabel('Password', { exact: true }).fill('kyrie-eleison-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('joined in this period')).toBeVisible()
    await page.getByRole('button', { name: 'Show as table' }).first().click()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(31)
    await page.getByRole('radio', { name: '7 days' }).check({ force: true })
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)

    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Content' }).click()
    await page.getByRole('link', { name: 'New page' }).click()
    await page.getByLabel('Title').fill('Evening prayer at home')
    await page.getByLabel('Text').fill('Light a candle')
    await page.getByLabel('Text').selectText()
    await page.getByRole('button', { name: 'Bold' }).click()
    await expect(page.getByLabel('Text')).toHaveValue('**Light a candle**')
    await expect(page.locator('.prose strong')).toHaveText('Light a candle')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('The page was saved.')).toBeVisible()
    const draft = await page.request.get(`${server.url}/content/evening-prayer-at-home`)
    expect(draft.status()).toBe(404)

    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('The page is published.')).toBeVisible()
    await page.goto('/content/evening-prayer-at-home')
    await expect(page.locator('.prose strong')).toHaveText('Light a candle')

    // What is not saved is not lost by a wrong press.
    await page.goBack()
    await page.getByLabel('Title').fill('Another title')
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('There are changes that are not saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Another title')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(`${server.url}/admin/content`)
    expect((await page.request.get(`${server.url}/content/evening-prayer-at-home`)).status()).toBe(404)
    await context.close()
  } finally {
    await server.stop()
  }
})

test('a moderator is led to their own places, and not to those of administrators', async ({ browser, watch }) => {
  const server = await startServer('sqlite', { DEMO: '1' })
  try {
    const context = await newContext(browser, server)
    const page = await context.newPage()
    watch(page, server.url)
    await page.goto('/signin?return=%2Fadmin')
    await page.getByLabel('Email').fill('ruth@example.org')
    await page.getByLabel('Password', { exact: true }).fill('kyrie-eleison-demo')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/reports/)
    await expect(page.getByRole('heading', { name: 'Reports and care' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible()
    const places = page.getByRole('navigation', { name: 'Administration' })
    await expect(places.getByRole('link')).toHaveText(['Reports', 'Prayer requests', 'Sorting', 'People'])
    await page.goto('/admin/content')
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
    await context.close()
  } finally {
    await server.stop()
  }
})
