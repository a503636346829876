import type { Page } from '@playwright/test'
import { STILL_PAGE, callAs, expect, make, signInAs, test } from './test.ts'

test('an administrator sees the numbers of the site, writes a page, publishes it and takes it away', async ({
  demo,
  visitDemo,
}) => {
  const page = await visitDemo()
  // A visitor is redirected to sign in, and back.
  await page.goto('/admin')
  await expect(page).toHaveURL(`${demo.url}/signin?return=%2Fadmin`)
  await signInAs(page, 'peter')
  await page.getByRole('link', { name: 'Numbers and charts' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers' })).toBeVisible()
  await expect(page.getByText('joined in this period')).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31)
  await page.getByRole('radio', { name: '7 days' }).check({ force: true })
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)

  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Pages' }).click()
  await page.getByRole('link', { name: 'New page' }).click()
  await page.getByLabel('Title').fill('Evening prayer at home')
  await page.getByLabel('Text').fill('Light a candle')
  await page.getByLabel('Text').selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(page.getByLabel('Text')).toHaveValue('**Light a candle**')
  await expect(page.locator('[data-markdown] strong')).toHaveText('Light a candle')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Page saved')).toBeVisible()
  const draft = await page.request.get(`${demo.url}/content/evening-prayer-at-home`)
  expect(draft.status()).toBe(404)

  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Page published')).toBeVisible()
  await page.goto('/content/evening-prayer-at-home')
  await expect(page.locator('[data-markdown] strong')).toHaveText('Light a candle')

  // A wrong press does not discard unsaved changes.
  await page.goBack()
  await page.getByLabel('Title').fill('Another title')
  await page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: /^Today/ })
    .click()
  await expect(page.getByText('You have unsaved changes.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Another title')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(`${demo.url}/admin/content`)
  expect((await page.request.get(`${demo.url}/content/evening-prayer-at-home`)).status()).toBe(404)
})

test('two administrators change a page at once, put both texts together, and bring an earlier version back', async ({
  demo,
  enter,
}) => {
  const open = async () => {
    const page = await enter('peter', '/admin/content?search=imprint')
    await page.getByRole('table').getByRole('link', { name: 'Imprint', exact: true }).click()
    await expect(page.getByLabel('Text')).not.toHaveValue('')
    return page
  }
  const published = async (page: Page) => (await page.request.get(`${demo.url}/content/imprint`)).text()
  const one = await open()
  const other = await open()

  // Unsaved changes are kept, and readers do not see them.
  const before = await one.getByLabel('Text').inputValue()
  await one.getByLabel('Text').fill(`${before}\n\nWords of one.`)
  await expect(one.getByText('Unsaved changes, kept as a draft')).toBeVisible()
  expect(await published(one)).not.toContain('Words of one.')
  one.once('dialog', (dialog) => void dialog.accept())
  await one.reload()
  await expect(one.getByText('This is your draft')).toBeVisible()
  await expect(one.getByLabel('Text')).toHaveValue(`${before}\n\nWords of one.`)

  await other.getByLabel('Text').fill(`Words of the other.\n\n${before}`)
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Page published')).toBeVisible()
  await one.getByRole('button', { name: 'Save changes' }).click()
  await expect(one.getByText('Someone else saved this page while you were editing.')).toBeVisible()
  for (const choice of await one.getByLabel('Take both').all()) await choice.check()
  await one.getByRole('button', { name: 'Use this text' }).click()
  await one.getByRole('button', { name: 'Save changes' }).click()
  await expect(one.getByText('Page published')).toBeVisible()
  expect(await published(one)).toContain('Words of one.')
  expect(await published(one)).toContain('Words of the other.')

  await one.getByRole('button', { name: 'Earlier versions' }).click()
  const dialog = one.getByRole('dialog', { name: 'Earlier versions' })
  await dialog.getByRole('listitem').last().getByRole('button').click()
  await expect(dialog.getByText('Words of one.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore version' }).click()
  await expect(one.getByLabel('Text')).toHaveValue(before)
  expect(await published(one)).not.toContain('Words of')
})

test('a moderator hides a request and takes that back; the care team sees to danger; each finds only their places', async ({
  enter,
}) => {
  const ruth = await enter('ruth', '/admin/prayers')
  const parts = ruth.getByRole('navigation', { name: 'In this place' })
  await expect(parts.getByRole('link')).toHaveText(['Prayer requests', 'Sorting'])
  const words = 'After the flood on the river road'
  await ruth.getByLabel(`Select: ${words}`).check()
  await ruth.getByRole('button', { name: 'Hide', exact: true }).click()
  const sure = ruth.getByRole('dialog', { name: 'Hide 1 request?' })
  await sure.getByLabel('Your reason').fill('It names a street.')
  await sure.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(ruth.getByText('1 request hidden')).toBeVisible()
  await ruth.getByRole('button', { name: 'Undo' }).click()
  await expect(ruth.getByLabel(`Select: ${words}`)).toBeVisible()
  const places = ruth.getByRole('navigation', { name: 'Desk' })
  await expect(places.getByRole('link')).toHaveText([/^Today/, /^Reports/, 'People', 'Requests'])
  await ruth.goto('/admin/content')
  await expect(ruth.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  const danger = { content: 'I do not want to live any more. Please pray.', visibility: 'members' }
  await make(await enter('hannah', STILL_PAGE), '/api/prayers', danger)

  // The old address of the queue leads to its place.
  const ines = await enter('ines', '/admin/reports?tab=danger')
  await expect(ines).toHaveURL(/\/admin\/care\?tab=danger$/)
  await expect(ines.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([/^Today/, /^Care/])
  await expect(ines.getByText(danger.content)).toBeVisible()
  for (const place of ['prayers', 'miscategorized', 'users', 'categories']) {
    await ines.goto(`/admin/${place}`)
    await expect(ines.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('a long name of the site stays in the row of the header', async ({ enter }) => {
  const page = await enter('peter')
  const header = page.getByRole('banner')
  const heights = async (name: string) => {
    await callAs(page, '/api/admin/settings/site_name', 'PUT', { value: name })
    await page.reload()
    const found: number[] = []
    for (const width of [320, 390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(header.getByRole('link', { name: name || 'Oremus' }).first()).toBeVisible()
      found.push(await header.evaluate((element) => element.getBoundingClientRect().height))
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} at ${width}`).toBe(width)
    }
    return found
  }
  const usual = await heights('')
  for (const name of [
    'St. Mary prays here',
    'The praying people of St. Mary and St. Joseph by the old mill',
    'Gebetsgemeinschaft'.repeat(4),
  ])
    expect(await heights(name.slice(0, 60)), name).toEqual(usual)
})

test('a date breaks between its words, and what is done with the chosen stays in sight', async ({ enter }) => {
  const page = await enter('peter', '/admin/prayers')
  await page
    .getByRole('checkbox', { name: /^Select:/ })
    .first()
    .check()
  const dates = page.locator('td time')
  await expect(dates.first()).toBeVisible()
  // Each word of each date lies in one line.
  expect(
    await dates.evaluateAll((all) =>
      all.flatMap((time) => {
        const text = time.firstChild
        return [...(time.textContent ?? '').matchAll(/\S+/g)].filter((word) => {
          const range = document.createRange()
          if (text) range.setStart(text, word.index)
          if (text) range.setEnd(text, word.index + word[0].length)
          return range.getClientRects().length > 1
        })
      }),
    ),
  ).toEqual([])
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Hide' })).toBeInViewport()
})
