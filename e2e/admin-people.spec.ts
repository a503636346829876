import { expect, test } from './test.ts'

test('an administrator finds a person, makes them a moderator and reads it in the record; a member finds nothing', async ({
  enter,
}) => {
  const page = await enter('peter', '/admin')
  const nav = page.getByRole('navigation', { name: 'Desk' })
  await nav.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Name or email').fill('hannah')
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page.getByText('1 person')).toBeVisible()
  await page.getByRole('link', { name: 'Hannah W.' }).click()
  await page.getByRole('radio', { name: /^Moderator/ }).check()
  await page.getByLabel(/^Reason \(optional\)/).fill('Knows everybody')
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Hannah W.: Moderator')).toBeVisible()

  await nav.getByRole('link', { name: 'Activity log' }).click()
  const newest = page.getByRole('main').getByRole('listitem').first()
  await expect(newest).toContainText('Peter A. changed the role of Hannah W. from Member to Moderator.')
  await expect(newest).toContainText('Knows everybody')
  await expect(page.getByRole('main')).not.toContainText(/accounts\.|[{}]|[0-9a-f]{8}-[0-9a-f]{4}-/)
  await page.getByRole('radio', { name: 'Settings' }).click({ force: true })
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('radio', { name: 'Everything' }).click({ force: true })
  await page.getByLabel('A name or a word').fill('knows every')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a spreadsheet' }).click()
  expect((await download).suggestedFilename()).toMatch(/^[^/:]+, Activity log\.csv$/)

  await nav.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: /\d+ checks, version/ }).click()
  await expect(page.getByText('Every page of the file is intact.')).toBeVisible()
  await expect(page.getByText('Done in time.')).toBeVisible()
  // The demo has no mail server, which an alarm needs.
  await expect(page.getByText('Email isn’t set up, so no alarm reaches anybody.')).toBeVisible()

  // A moderator may see the sign-ups that wait, but not the list of people or the settings.
  const moderator = await enter('hannah', '/admin/users')
  await expect(moderator.getByRole('heading', { name: 'People' })).toBeVisible()
  await expect(moderator.getByText('No one is waiting.')).toBeVisible()
  await expect(moderator.getByRole('link', { name: 'Everyone' })).toHaveCount(0)
  await moderator.goto('/admin/settings')
  await expect(moderator.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  const member = await enter('grace', '/')
  await expect(member.getByRole('banner').getByText('Sign Out')).toBeVisible()
  for (const address of ['/admin', '/admin/users', '/admin/settings', '/admin/audit', '/admin/check']) {
    await member.goto(address)
    await expect(member.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})
