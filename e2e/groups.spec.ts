import { expect, fillSignIn, test } from './test.ts'

test('a group prays among itself: invited, read, prayed for, and closed to who is sent away', async ({ newPerson }) => {
  test.slow()
  const mark = crypto.randomUUID()
  const name = `Tuesday ${mark.slice(0, 8)}`
  const [hannah, tomas, grace] = [
    await newPerson('Hannah W.'),
    await newPerson('Tomás R.'),
    await newPerson('Grace O.'),
  ]

  // Hannah creates a hidden group, and an invitation.
  await hannah.page.goto('/groups')
  await expect(hannah.page.getByText('You’re not in a group yet')).toBeVisible()
  await hannah.page.getByRole('main').getByRole('link', { name: 'Create group' }).click()
  await hannah.page.getByLabel('Name', { exact: true }).fill(name)
  await hannah.page.getByLabel('What it’s for').fill('We meet at eight.')
  await hannah.page.getByRole('switch', { name: 'Others can find it' }).uncheck()
  await hannah.page.getByRole('button', { name: 'Create group' }).click()
  await expect(hannah.page.getByRole('heading', { level: 1, name })).toBeVisible()
  const group = new URL(hannah.page.url()).pathname
  const groups = hannah.page.getByRole('banner').getByRole('link', { name: 'Groups' })
  await expect(groups).toHaveAttribute('aria-current', 'page')
  await hannah.page.getByRole('button', { name: 'Create invitation' }).click()
  const invitation = await hannah.page.getByLabel('Link', { exact: true }).inputValue()
  await expect(hannah.page.locator('svg:has(> title)')).toBeVisible()

  // Tomás is signed out when he opens it: he signs in, and the invitation is still there.
  await tomas.page.goto('/')
  await tomas.page.getByRole('banner').getByText('Sign Out').click()
  await expect(tomas.page.getByRole('banner').getByText('Sign In')).toBeVisible()
  await tomas.page.goto(invitation)
  await expect(tomas.page.getByRole('heading', { name: 'Group invitation' })).toBeVisible()
  const main = tomas.page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/signup?return=%2Fgroups%2Fjoin',
  )
  await main.getByRole('link', { name: 'Sign in' }).click()
  await expect(tomas.page).toHaveURL(/\/signin\?return=%2Fgroups%2Fjoin$/)
  await fillSignIn(tomas.page, tomas.email)
  await expect(tomas.page.getByRole('heading', { name })).toBeVisible()
  await tomas.page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(tomas.page).toHaveURL(new RegExp(`${group}$`))

  // He shares with the group; the form states who can see the request.
  await tomas.page.getByRole('link', { name: 'Share with this group' }).first().click()
  await expect(tomas.page.getByRole('checkbox', { name })).toBeChecked()
  const close = tomas.page.getByRole('link', { name: 'Close and keep the draft' })
  await expect(close).toHaveAttribute('href', group)
  await expect(tomas.page.getByText(`2 members of ${name} will see this. Search engines won’t.`)).toBeVisible()
  await tomas.page.getByLabel('Your request').fill(`For my brother ${mark}`)
  await tomas.page.getByRole('button', { name: 'Share with your group' }).click()
  await expect(tomas.page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  const address = new URL(tomas.page.url()).pathname
  await expect(tomas.page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', group)
  await expect(tomas.page.getByRole('link', { name: 'All prayer requests' })).toHaveCount(0)

  // Hannah reads it and prays. On a phone the head of the group leaves room for the request, which all can be prayed for after.
  await hannah.page.goto(group)
  await hannah.page.setViewportSize({ width: 390, height: 844 })
  const pencil = await hannah.page.getByRole('link', { name: 'Manage' }).boundingBox()
  const share = await hannah.page.getByRole('link', { name: 'Share with this group' }).boundingBox()
  expect(pencil?.y, 'in one row').toBe(share?.y)
  await hannah.page.getByRole('main').getByRole('link', { name: 'Begin' }).click()
  await expect(hannah.page).toHaveURL(`/pray?group=${group.split('/').at(-1)}`)
  await hannah.page.goto(group)
  const card = hannah.page.getByRole('article').filter({ hasText: mark })
  await card.getByRole('button', { name: 'Pray', exact: true }).click()
  await expect(card.getByRole('button', { name: 'You prayed' })).toBeVisible()

  // Grace cannot see any of it, on any page.
  await expect(grace.page.getByText(mark)).toHaveCount(0)
  for (const path of [group, address]) {
    await grace.page.goto(path)
    await expect(grace.page.getByText('Page not found')).toBeVisible()
  }
  await grace.page.goto('/groups')
  await expect(grace.page.getByText('You’re not in a group yet')).toBeVisible()
  await expect(grace.page.getByText(name)).toHaveCount(0)

  // Removed from the group, Tomás sees on his open page what any non-member sees.
  await tomas.page.goto(group)
  await expect(tomas.page.getByText(mark)).toBeVisible()
  // With those who wait, above the members: nothing moves when the page is there.
  expect(await (await hannah.page.request.get(`${group}?tab=members`)).text()).toMatch(/<p[^>]*>No one<\/p>/)
  // So he does on the page of a request of another, which he has open beside it.
  await hannah.page.goto(`/new-prayer?group=${group.split('/').at(-1)}`)
  await hannah.page.getByLabel('Your request').fill(`For my sister ${mark}`)
  await hannah.page.getByRole('button', { name: 'Continue' }).click()
  await hannah.page.getByRole('button', { name: 'Share with your group' }).click()
  await expect(hannah.page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  const request = await tomas.page.context().newPage()
  await request.goto(hannah.page.url())
  await expect(request.getByText(`For my sister ${mark}`)).toBeVisible()
  await hannah.page.goto(`${group}?tab=members`)
  await hannah.page.getByLabel('Actions for Tomás R.').click()
  await hannah.page.getByRole('button', { name: 'Remove' }).click()
  await hannah.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(hannah.page.getByText('Tomás R. is no longer in the group.')).toBeVisible()
  // Without any action of the reader: the page receives an event.
  await expect(tomas.page.getByText('Page not found')).toBeVisible()
  await expect(tomas.page.getByText(mark)).toHaveCount(0)
  await expect(request.getByText('Page not found')).toBeVisible()
})
