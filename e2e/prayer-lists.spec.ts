import { ask, expect, hydrated, openStarted, started, test } from './test.ts'

test('a list is made from a request, prayed through, and reminds as long as its switch is on', async ({
  newPerson,
}) => {
  const { page } = await newPerson('Hannah W.')
  const main = page.getByRole('main')
  const answerTo = (method: string, path: RegExp) =>
    page.waitForResponse((answer) => answer.request().method() === method && path.test(new URL(answer.url()).pathname))
  await page.goto(await ask(page, 'My father has an operation tomorrow.'))
  await page.setViewportSize({ width: 390, height: 844 })
  await main.getByLabel('More').first().click()
  await page.getByRole('button', { name: 'Add to a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New list').fill('Family')
  await dialog.getByRole('button', { name: 'Create list' }).click()
  await expect(dialog.getByRole('button', { name: 'Family' })).toHaveAttribute('aria-pressed', 'true')

  await openStarted(page, '/profile')
  await hydrated(main.getByRole('link', { name: 'My lists' }).locator('..'))
  await main.getByRole('link', { name: 'My lists' }).click()
  await expect(main.getByRole('link', { name: 'Pray: Family' })).toBeVisible()
  // One list has no order.
  await expect(main.getByLabel('More: Family')).toHaveCount(0)
  await main.getByRole('link', { name: 'Family', exact: true }).click()
  await expect(page).toHaveURL(/list=/)
  await expect(main.getByRole('heading', { level: 1, name: 'Family' })).toBeVisible()
  await expect(main.getByText('Your request')).toBeVisible()

  // One's own words stay in the form until they are saved, also after a reload.
  await page.route('**/api/prayers', (route) => route.abort())
  await main.getByRole('button', { name: 'Add someone' }).click()
  await main.getByLabel('Who or what do you want to pray for?').fill('Theo, that he finds a friend.')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('We couldn’t save that.')).toBeVisible()
  await page.unroute('**/api/prayers')
  await page.reload()
  await main.getByRole('button', { name: 'Add someone' }).click()
  await expect(main.getByLabel('Who or what do you want to pray for?')).toHaveValue('Theo, that he finds a friend.')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText('Your own words')).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await main.getByLabel('More: Theo, that he finds a friend.').click()
  const moved = answerTo('PUT', /\/items$/)
  await main.getByRole('button', { name: 'Move up' }).click()
  await moved
  await expect(main.getByRole('listitem').first()).toContainText('Theo')

  await main.getByRole('button', { name: 'Remind me' }).click()
  await expect(dialog.getByRole('button', { name: 'Every morning', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await dialog.getByLabel('Time').fill('07:30')
  await dialog.getByRole('button', { name: /^Remind me every morning at 0?7:30/ }).click()
  const list = main.getByRole('region', { name: 'Family' })
  await expect(list.getByText(/^Every morning at 0?7:30/)).toBeVisible()

  await main.getByRole('link', { name: 'Pray for Family' }).click()
  await expect(page).toHaveURL(/\/pray\?list=/)
  await expect(page.getByRole('article')).toContainText('Theo')
  await openStarted(page, '/prayer-lists')
  await expect(main.getByText('2 requests · Every morning')).toBeVisible()
  const reminder = main.getByRole('switch', { name: 'Family' })
  for (const on of [false, true]) {
    const saved = answerTo('PUT', /\/api\/reminders\//)
    await reminder.setChecked(on)
    expect((await saved).status()).toBe(200)
    await page.reload()
    await started(page)
    await expect(reminder).toBeChecked({ checked: on })
    await expect(main.getByText('2 requests · Every morning')).toBeVisible({ visible: on })
  }
  await main.getByLabel('More: Family').click()
  await main.getByRole('button', { name: 'Delete reminder' }).click()
  await expect(main.getByRole('switch')).toHaveCount(0)
})

test('words for a list that is deleted in another tab stay while they are written, and are shown where they went', async ({
  newPerson,
}) => {
  const { page } = await newPerson('Hannah W.')
  const main = page.getByRole('main')
  await openStarted(page, '/prayer-lists')
  // The empty card leads on as well.
  await expect(main.getByRole('button', { name: 'New list' })).toHaveCount(2)
  await main.getByRole('button', { name: 'New list' }).last().click()
  await main.getByLabel('New list').fill('Family')
  await main.getByRole('button', { name: 'Create list' }).click()
  await expect(page).toHaveURL(/list=/)
  await main.getByRole('button', { name: 'Add someone' }).click()
  const field = main.getByLabel('Who or what do you want to pray for?')
  await field.fill('Theo, that he finds a friend.')

  const other = await page.context().newPage()
  await openStarted(other, page.url())
  await other.getByRole('main').getByLabel('More: Family').last().click()
  await other.getByRole('button', { name: 'Delete list' }).click()
  await other.getByRole('button', { name: 'Delete this list' }).click()
  await expect(other.getByText('No lists yet')).toBeVisible()

  await main.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/prayers\//)
  await expect(page.getByText('We can’t find this list.')).toBeVisible()
  await expect(main.getByText('Theo, that he finds a friend.')).toBeVisible()
})
