import { beforeEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { json, losesAnswer, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { Invitations } from './Invitations.tsx'
import InvitePeople from './InvitePeople.tsx'

beforeEach(storeToken)

it('leads to a link that is shown once', async () => {
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': () => json({ items: [], page: 0, pageSize: 20, has_more: false }),
    'POST /api/invitations': () => json({ link: 'https://example.org/signup#x' }),
  })
  const { screen } = await renderPage(<Invitations />, '/admin/users?part=invitations')
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Invitation created/)
})

it('says in the row that has the focus that its link was taken back', async () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  const invitation = { id, name: '', email: 'ann@example.org', note: '', max_uses: 1, uses: 0, state: 'waiting' }
  let items = [{ ...invitation, expires_at: '2026-12-01T12:00:00.000Z', created_by: null }]
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': () => json({ items, page: 0, pageSize: 20, has_more: false }),
    [`DELETE /api/invitations/${id}`]: () => {
      items = items.map((one) => ({ ...one, state: 'taken_back' }))
      return json({ id })
    },
  })
  const { screen } = await renderPage(<Invitations />, '/admin/users?part=invitations')
  await screen.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/ann@example\.org.*withdrawn/)
})

it('says the year of an invitation that ended in another one', async () => {
  const invitation = { id: 'i1', name: '', email: 'ann@example.org', note: '', max_uses: 1, uses: 0, state: 'expired' }
  const items = [{ ...invitation, expires_at: '2024-06-03T10:30:00.000Z', created_by: null }]
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': () => json({ items, page: 0, pageSize: 20, has_more: false }),
  })
  const { screen } = await renderPage(<Invitations />, '/admin/users?part=invitations')
  await expect.element(screen.getByText(/2024.*\d:\d\d/)).toBeVisible()
})

it('leads to what was found in a pasted list, of which nobody is left out', async () => {
  mockServer({ ...signedInAs(peter), 'POST /api/invitations/check': () => json({ items: [] }) })
  const { screen } = await renderPage(<InvitePeople />, '/admin/users/invite')
  await screen.getByRole('textbox').fill('Ann B. ann@example.org\nGrace O. grace.example.org\nTom R. tom@example.org')
  await screen.getByRole('button', { name: 'Look through the list' }).click()
  await expect.element(screen.getByRole('region', { name: 'People on the list' })).toHaveFocus()
  await expect.element(screen.getByLabelText(/Grace O\./)).toHaveValue('grace.example.org')
})

it('says when the groups could not be read, and offers none until they are', async () => {
  let isDown = true
  mockServer({
    ...signedInAs(peter),
    'POST /api/invitations/check': () => json({ items: [{ email: 'ann@example.org', state: 'new' }] }),
    'GET /api/groups': () =>
      isDown ? problem(429, 'request.too_many') : json({ items: [], page: 0, pageSize: 100, has_more: false }),
  })
  const { screen } = await renderPage(<InvitePeople />, '/admin/users/invite')
  await screen.getByRole('textbox').fill('ann@example.org')
  await screen.getByRole('button', { name: 'Look through the list' }).click()
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Put them into' })).not.toBeInTheDocument()
  isDown = false
  await again.click()
  await expect.element(screen.getByRole('combobox', { name: 'Put them into' })).toBeVisible()
})

it('gets the links of a list whose answer was lost when it is pressed again', async () => {
  const email = 'ann@example.org'
  const link = 'https://example.org/signup#x'
  const items = [{ id: 'i1', email, name: '', link }]
  const { handler, expectOneKey } = losesAnswer(() => json({ items, left_out: 0 }))
  mockServer({
    ...signedInAs(peter),
    'POST /api/invitations/check': () => json({ items: [{ email, state: 'new' }] }),
    'POST /api/invitations/list': handler,
  })
  const { screen } = await renderPage(<InvitePeople />, '/admin/users/invite')
  await screen.getByRole('textbox').fill(email)
  await screen.getByRole('button', { name: 'Look through the list' }).click()
  const invite = screen.getByRole('button', { name: 'Invite 1 person' })
  await invite.click()
  await expect.element(screen.getByText('We couldn’t invite everyone.')).toBeVisible()
  await invite.click()
  await expect.element(screen.getByText(link)).toBeVisible()
  expectOneKey()
})

it.each([
  ['an invitation', 'Create link', 'POST /api/invitations'],
  ['an account', 'Create account', 'POST /api/users'],
])('makes %s once when the answer was lost and it is pressed again', async (_, label, call) => {
  const { handler, keys, expectOneKey } = losesAnswer(() => json({ link: 'https://example.org/signup#x' }))
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': () => json({ items: [], page: 0, pageSize: 20, has_more: false }),
    [call]: handler,
  })
  const { screen } = await renderPage(
    label === 'Create link' ? <Invitations /> : <CreateAccount onClose={() => {}} />,
    '/admin/users',
  )
  if (label === 'Create account') await screen.getByLabelText('Email').fill('ann@example.org')
  const button = screen.getByRole('button', { name: label })
  await button.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await button.click()
  await expect.poll(() => keys.length).toBe(2)
  expectOneKey()
})

it.each([
  ['an invitation', 'admin' as const, <Invitations key="one" />],
  ['an invitation', 'moderator' as const, <Invitations key="two" />],
  ['an account', 'admin' as const, <CreateAccount key="three" onClose={() => {}} />],
])('says before %s is mailed by the %s that nobody else could follow its link', async (_, role, form) => {
  mockServer({
    ...signedInAs({ ...peter, role }),
    'GET /api/invitations': () => json({ items: [], page: 0, pageSize: 20, has_more: false }),
  })
  const { screen } = await renderPage(form, '/admin/users', { public_origin: 'http://localhost:3000' })
  await expect.element(screen.getByText(/^http:\/\/localhost:3000 opens on this machine only/)).toBeVisible()
  // Moderators cannot open the settings.
  const cure = screen.getByRole('link', { name: 'Set the address' })
  await (role === 'admin' ? expect.element(cure).toBeVisible() : expect.element(cure).not.toBeInTheDocument())
})

it('finds one among many by a name or an address', async () => {
  const invitation = { id: 'i1', name: 'Ann B.', email: 'ann@example.org', note: '', max_uses: 1, uses: 0 }
  const items = [{ ...invitation, state: 'sent', expires_at: '2026-12-01T12:00:00.000Z', created_by: null }]
  let asked = ''
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': ({ path }) => {
      asked = path
      return json({ items, page: 0, has_more: !path.includes('search=') })
    },
  })
  const { screen } = await renderPage(<Invitations />, '/admin/users?part=invitations')
  await screen.getByRole('searchbox', { name: 'Name or email' }).fill('ann')
  await screen.getByRole('button', { name: 'Show results' }).click()
  await expect.poll(() => asked).toContain('search=ann')
  await expect.element(screen.getByRole('searchbox', { name: 'Name or email' })).toHaveValue('ann')
})

it('keeps the filter under the keyboard while the whole list is fetched', async () => {
  let asked = ''
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': ({ path }) => {
      asked = path
      return json({ items: [], page: 0, has_more: !path.includes('search=') })
    },
  })
  const { screen } = await renderPage(<Invitations />, '/admin/users?part=invitations&search=ann')
  const field = screen.getByRole('searchbox', { name: 'Name or email' })
  await expect.element(field).toHaveValue('ann')
  await expect.poll(() => asked).toContain('search=ann')
  await field.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked).not.toContain('search=')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
})

it('does not say that an invitation was sent again while its mail waits', async () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  const invitation = { id, name: '', email: 'ann@example.org', note: '', max_uses: 1, uses: 0, created_by: null }
  let state = 'refused'
  mockServer({
    ...signedInAs(peter),
    'GET /api/invitations': () =>
      json({ items: [{ ...invitation, state, expires_at: '2026-12-01T12:00:00.000Z' }], page: 0, has_more: false }),
    [`POST /api/invitations/${id}/again`]: () => {
      state = 'waiting'
      return json({ id, link: null })
    },
  })
  const { screen } = await renderPage(<Invitations />, '/admin/users?part=invitations')
  await screen.getByRole('button', { name: 'Send again' }).click()
  await expect.element(screen.getByText('Sending the invitation again')).toBeVisible()
  await expect.element(screen.getByText('waiting to be sent')).toBeVisible()
})
