import { expect, test } from './test.ts'

test('each part of the settings is reached by its address, saves only itself, and keeps what was refused', async ({
  enter,
  demo,
}) => {
  const page = await enter('peter', '/admin/settings/community')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Community')).toBeFocused()
  await page.getByLabel('Site name').fill('St. Mary prays')
  await part('Joining').getByRole('link', { name: 'Change' }).click()
  await expect(page.getByText('You have unsaved changes.')).toBeInViewport()
  await page.getByRole('button', { name: 'Keep editing' }).click()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(part('Community').getByText('Your changes are still here.')).toBeVisible()
  await expect(page.getByLabel('Site name')).toHaveValue('St. Mary prays')
  expect(await (await fetch(demo.url)).text()).not.toContain('St. Mary prays</title>')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 setting saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/settings$/)
  await expect(page.getByRole('banner')).toContainText('St. Mary prays')
  expect(await (await fetch(demo.url)).text()).toContain('St. Mary prays</title>')

  for (const [room, name, label] of [
    ['joining', 'Joining', 'Sign out after'],
    ['care', 'Care', 'Time zone of this site'],
    ['mail', 'Email', 'Gmail'],
    ['languages', 'Languages', 'Language'],
  ] as const) {
    await page.goto(`/admin/settings/${room}`)
    await expect(part(name)).toBeFocused()
    await expect(part(name).getByLabel(label)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave it as it was' })).toHaveCount(1)
  }
  await part('Languages').getByLabel('Language', { exact: true }).selectOption('Deutsch')
  await page.getByRole('button', { name: 'Leave it as it was' }).click()
  await expect(part('Languages')).toContainText('English first.')

  await part('Storage').getByRole('button', { name: 'Try it' }).click()
  await expect(part('Storage')).toContainText(/free\. Checked/)
})
