import type { Page } from '@playwright/test'
import { STILL_PAGE, expect, make, test } from './test.ts'

const numberBeside = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: place })

test('what is perhaps about danger is published, offers its author help, and waits for a quiet moment', async ({
  enter,
}) => {
  const words = 'I cannot sleep and I wonder whether anybody would miss me if I were gone.'
  const hannah = await enter('hannah', '/new-prayer')
  await hannah.getByLabel('Your request').fill(words)
  await hannah.getByRole('button', { name: 'Share with members' }).click()
  await expect(hannah).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  const help = hannah.getByRole('link', { name: 'here’s who you can talk to' })
  await expect(help).toHaveAttribute('href', '/help-now')

  const ines = await enter('ines', '/admin')
  const rows = ines.getByRole('listitem').filter({ hasText: words.slice(0, 40) })
  await expect(rows.first().getByRole('link', { name: /^Read/ })).toHaveAttribute('href', /^\/prayers\//)
  const before = await rows.count()
  await rows
    .first()
    .getByRole('button', { name: /^I’ve looked/ })
    .click()
  await expect(ines.getByText('It’s off the list.')).toBeVisible()
  await expect(rows).toHaveCount(before - 1)

  await hannah.goto(`${hannah.url()}/edit`)
  await hannah.getByLabel('Your request').fill('Please pray for rain.')
  await hannah.getByRole('button', { name: 'Save changes' }).click()
  await expect(hannah.getByRole('article').getByText('Please pray for rain.')).toBeVisible()
  await expect(help).toHaveCount(0)
})

test('a report stands under Today, is opened by keys, decided, and gone on return', async ({ enter }) => {
  const words = `Where my cousin hides it: ${crypto.randomUUID().slice(0, 8)}`
  const author = await enter('hannah', STILL_PAGE)
  const id = await make(author, '/api/prayers', { content: words, visibility: 'members' })
  await make(await enter('tomas', STILL_PAGE), `/api/prayers/${id}/report`, { report_type: 'illegal' })

  const ruth = await enter('ruth', '/admin')
  const row = ruth.getByRole('listitem').filter({ hasText: words })
  await expect(row).toContainText('Reported: Against the law')
  await expect(row).toContainText('Others can still read it.')
  const act = row.getByRole('link')
  await expect(act).toHaveAccessibleName('Decide Reported: Against the law')
  // From the first row to this one, past others that may wait before it.
  for (let step = 0; step < 9; step += 1) {
    if (await act.evaluate((element) => element === document.activeElement)) break
    await ruth.keyboard.press('j')
  }
  await expect(act).toBeFocused()
  await ruth.keyboard.press('k')
  await expect(act).not.toBeFocused()
  await ruth.keyboard.press('j')
  await ruth.keyboard.press('Enter')
  await expect(ruth).toHaveURL(/\/admin\/reports\?open=/)
  const panel = ruth.getByRole('region', { name: /^Report \d+ of \d+$/ })
  await expect(panel).toContainText(words)
  await panel.getByRole('radio', { name: 'Hide' }).check()
  await panel.getByLabel('Your reason').fill('It should not be known.')
  await panel.getByRole('button', { name: 'Save decision', exact: true }).click()
  await expect(ruth.getByText('Hidden. If the author still has an account')).toBeVisible()
  await numberBeside(ruth, 'Today').click()
  await expect(ruth.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(ruth.getByText(/^Done today: \d+$/)).toBeVisible()
})

test('an administrator finds every place, on a phone behind one button, and no announcement or footer', async ({
  enter,
}) => {
  const page = await enter('peter', '/admin')
  const places = page.getByRole('navigation', { name: 'Desk' })
  const names = [/^Today/, /^Care/, /^Reports/, 'People', 'Requests', 'Look', 'Pages', 'Settings', 'Activity log']
  await expect(places.getByRole('link')).toHaveText(names)
  await expect(page.getByText('The site’s address needs a look.')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notification' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(places).toBeHidden()
  const fold = page.getByRole('button', { name: /All places$/ })
  await expect(fold).toHaveAccessibleName(/^Today/)
  await fold.click()
  await places.getByRole('link', { name: 'Requests' }).click()
  await expect(places).toBeHidden()
  await expect(fold).toHaveAccessibleName(/^Requests/)
  await page.getByRole('navigation', { name: 'In this place' }).getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { name: 'Categories', level: 1 })).toBeVisible()
  await expect(page.getByRole('banner').locator('a[href="/admin"]').first()).toHaveAttribute('aria-current', 'page')
})
