import { callAs, expect, fillSignUp, make, signInAs, test } from './test.ts'

const pathOf = (link: string): string => link.slice(new URL(link).origin.length)

test('an invitation that is opened while somebody else is signed in asks whose it is', async ({ enter }) => {
  const ruth = await enter('ruth')
  const { link } = await callAs<{ link: string }>(ruth, '/api/invitations', 'POST', { note: '' })
  const page = await enter('hannah', pathOf(link))
  const main = page.getByRole('main')
  await expect(main.getByText(/^Hannah.* is signed in here/)).toBeVisible()
  await main.getByRole('button', { name: 'Go on as Hannah' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.goto(pathOf(link))
  await main.getByRole('button', { name: 'Sign out and use the invitation' }).click()
  await expect(main.getByText('You’re invited.')).toBeVisible()
  await fillSignUp(main, 'lea@example.org')
  await expect(page).toHaveURL(/\/welcome$/)
  const again = await page.request.post('/api/invitations/open', { data: { invitation: link.split('#')[1] } })
  expect(again.ok(), 'it is used up').toBe(false)
})

test('an invitation to a group outlasts that somebody else signs out', async ({ enter }) => {
  const hannah = await enter('hannah')
  const id = await make(hannah, '/api/groups', {
    name: 'Choir of the north',
    description: '',
    joining: 'invite',
    is_listed: false,
  })
  const { url } = await callAs<{ url: string }>(hannah, `/api/groups/${id}/invites`, 'POST', {})
  const page = await enter('ruth', pathOf(url))
  const main = page.getByRole('main')
  await expect(main.getByText(/^Ruth.* is signed in here/)).toBeVisible()
  await main.getByRole('button', { name: 'Sign out and use the invitation' }).click()
  await main.getByRole('link', { name: 'Sign in' }).click()
  await signInAs(main, 'grace')
  await expect(main.getByText('Choir of the north')).toBeVisible()
  await expect(main.getByText(/^Grace.* is signed in here/)).toBeVisible()
})
