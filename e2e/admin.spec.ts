import type { Page } from '@playwright/test'
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

test('two administrators change a page at once, put both texts together, and bring an earlier version back', async ({
  browser,
  watch,
}) => {
  const server = await startServer('sqlite', { DEMO: '1' })
  try {
    const open = async () => {
      const context = await newContext(browser, server)
      const page = await context.newPage()
      watch(page, server.url)
      await page.goto('/signin?return=%2Fadmin%2Fcontent%3Fsearch%3Dimprint')
      await page.getByLabel('Email').fill('peter@example.org')
      await page.getByLabel('Password', { exact: true }).fill('kyrie-eleison-demo')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('main').getByRole('link', { name: 'Imprint', exact: true }).click()
      await expect(page.getByLabel('Text')).not.toHaveValue('')
      return page
    }
    const published = async (page: Page) => (await page.request.get(`${server.url}/content/imprint`)).text()
    const one = await open()
    const other = await open()

    // What is not saved is kept, and readers do not meet it.
    const before = await one.getByLabel('Text').inputValue()
    await one.getByLabel('Text').fill(`${before}\n\nWords of one.`)
    await expect(one.getByText('Not saved yet; your draft is kept')).toBeVisible()
    expect(await published(one)).not.toContain('Words of one.')
    one.once('dialog', (dialog) => void dialog.accept())
    await one.reload()
    await expect(one.getByText('This is your draft')).toBeVisible()
    await expect(one.getByLabel('Text')).toHaveValue(`${before}\n\nWords of one.`)

    await other.getByLabel('Text').fill(`Words of the other.\n\n${before}`)
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText('The page is published.')).toBeVisible()
    await one.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(one.getByText('Somebody else has saved this page in the meantime.')).toBeVisible()
    for (const choice of await one.getByLabel('Take both').all()) await choice.check()
    await one.getByRole('button', { name: 'Take this into the editor' }).click()
    await one.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(one.getByText('The page is published.')).toBeVisible()
    expect(await published(one)).toContain('Words of one.')
    expect(await published(one)).toContain('Words of the other.')

    await one.getByRole('button', { name: 'Earlier versions' }).click()
    const dialog = one.getByRole('dialog', { name: 'Earlier versions' })
    await dialog.getByRole('listitem').last().getByRole('button').click()
    await expect(dialog.getByText('Words of one.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Bring this version back' }).click()
    await expect(one.getByLabel('Text')).toHaveValue(before)
    expect(await published(one)).not.toContain('Words of')

    // Many at once: it says what it will do.
    await one.goto('/admin/content?search=imprint')
    await one.getByRole('checkbox', { name: 'Choose Imprint' }).check()
    await one.getByRole('button', { name: 'Take off the site' }).click()
    const sure = one.getByRole('dialog', { name: 'Take 1 page off the site?' })
    await sure.getByRole('button', { name: 'Take off the site' }).click()
    await expect(one.getByText('1 page was changed.')).toBeVisible()
    expect((await one.request.get(`${server.url}/content/imprint`)).status()).toBe(404)
    await one.context().close()
    await other.context().close()
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
