import { expect, test } from './test.ts'

test('a theme is cloned, changed and made the default, and a visitor sees the home page in it', async ({
  enter,
  visitDemo,
}) => {
  const page = await enter('peter', '/admin/themes')
  await expect(page.getByRole('heading', { level: 1, name: 'Themes' })).toBeVisible()

  await page.getByRole('button', { name: 'Duplicate Vespers' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Advent')
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Advent' })).toBeVisible()

  await page.getByText('Backgrounds, lines, selection').click()
  await page.getByLabel('Page background', { exact: true }).fill('#FBF9F2')
  await page.getByRole('button', { name: 'Save theme' }).click()
  await expect(page.getByText('Theme saved')).toBeVisible()
  await page.getByRole('button', { name: 'Make default' }).click()
  await expect(page.getByText('Advent is now the default')).toBeVisible()

  const home = await visitDemo({ colorScheme: 'light' })
  await home.goto('/')
  const ground = () => home.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(251, 249, 242)')

  // The theme of before is one of those that can be deleted now.
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Look' }).click()
  await page.getByRole('link', { name: 'All themes' }).click()
  await expect(page.getByRole('button', { name: 'Delete Vespers' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Advent' })).toHaveCount(0)
})

test('a theme from a file is still open after a reload', async ({ enter }) => {
  const page = await enter('peter', '/admin/themes/new')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloaded).createReadStream()) chunks.push(chunk as Buffer)
  const theme = { ...(JSON.parse(Buffer.concat(chunks).toString()) as object), name: 'Lent' }
  await page.goto('/admin/themes')
  const file = { name: 'lent.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(theme)) }
  await page.getByLabel('Import theme').setInputFiles(file)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Lent')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Lent')
})
