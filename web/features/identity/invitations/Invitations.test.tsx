import { beforeEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  json,
  keeping,
  losesAnswer,
  storeToken,
  mockServer,
  peter,
  problem,
  renderPage,
  signedInAs,
} from '../../../test.tsx'
import { CreateAccount } from './CreateAccount.tsx'
import { Invitations } from './Invitations.tsx'
import InvitePeople from './InvitePeople.tsx'

beforeEach(storeToken)

const id = '0198c0de-0000-7000-8000-000000000001'
const invitation = {
  id,
  name: '',
  email: 'ann@example.org',
  note: '',
  max_uses: 1,
  uses: 0,
  expires_at: '2026-12-01T12:00:00.000Z',
  created_by: null,
}
type Answers = Parameters<typeof mockServer>[0]

/** Opens the invitations, or another form about them, as an administrator. */
async function open(answers: Answers, form = <Invitations />, search = '') {
  const none = () => json({ items: [], page: 0, pageSize: 20, has_more: false })
  mockServer({ ...signedInAs(peter), 'GET /api/invitations': none, ...answers })
  return (await renderPage(form, `/admin/users?part=invitations${search}`)).screen
}

/** Has a list looked through, of whose addresses the server says so. */
async function lookThrough(list: string, answers: Answers, known: object[] = []) {
  const screen = await open(
    { 'POST /api/invitations/check': () => json({ items: known }), ...answers },
    <InvitePeople />,
  )
  await screen.getByRole('textbox').fill(list)
  await screen.getByRole('button', { name: 'Look through the list' }).click()
  return screen
}

it('leads to a link that is shown once', async () => {
  const screen = await open({ 'POST /api/invitations': () => json({ link: 'https://example.org/signup#x' }) })
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Invitation created/)
})

it('says in the row that has the focus that its link was taken back', async () => {
  let items = [{ ...invitation, state: 'waiting' }]
  const screen = await open({
    'GET /api/invitations': () => json({ items, page: 0, pageSize: 20, has_more: false }),
    [`DELETE /api/invitations/${id}`]: () => {
      items = items.map((one) => ({ ...one, state: 'taken_back' }))
      return json({ id })
    },
  })
  await screen.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => document.activeElement?.textContent).toMatch(/ann@example\.org.*withdrawn/)
})

it('says the year of an invitation that ended in another one', async () => {
  const items = [{ ...invitation, state: 'expired', expires_at: '2024-06-03T10:30:00.000Z' }]
  const screen = await open({ 'GET /api/invitations': () => json({ items, page: 0, pageSize: 20, has_more: false }) })
  await expect.element(screen.getByText(/2024.*\d:\d\d/)).toBeVisible()
})

it('leads to what was found in a pasted list, of which nobody is left out', async () => {
  const list = 'Ann B. ann@example.org\nGrace O. grace.example.org\nTom R. tom@example.org'
  const screen = await lookThrough(list, {})
  await expect.element(screen.getByRole('region', { name: 'People on the list' })).toHaveFocus()
  await expect.element(screen.getByLabelText(/Grace O\./)).toHaveValue('grace.example.org')
})

it('says when the groups could not be read, and offers none until they are', async () => {
  let isDown = true
  const screen = await lookThrough(
    'ann@example.org',
    {
      'GET /api/groups': () =>
        isDown ? problem(429, 'request.too_many') : json({ items: [], page: 0, pageSize: 100, has_more: false }),
    },
    [{ email: 'ann@example.org', state: 'new' }],
  )
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
  const screen = await lookThrough(email, { 'POST /api/invitations/list': handler }, [{ email, state: 'new' }])
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
  const form = label === 'Create link' ? <Invitations /> : <CreateAccount onClose={() => {}} />
  const screen = await open({ [call]: handler }, form)
  if (label === 'Create account') await screen.getByLabelText('Email').fill('ann@example.org')
  const button = screen.getByRole('button', { name: label })
  await button.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await button.click()
  await expect.poll(() => keys.length).toBe(2)
  expectOneKey()
})

it('makes no name of the address for an account that is made without one', async () => {
  const sent: unknown[] = []
  const form = <CreateAccount onClose={() => {}} />
  const screen = await open({ 'POST /api/users': keeping(sent, () => json({})) }, form)
  await screen.getByLabelText('Email').fill('ann.byrne@example.org')
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expect.poll(() => sent).toEqual([{ email: 'ann.byrne@example.org', displayName: 'A member' }])
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
  const items = [{ ...invitation, name: 'Ann B.', state: 'sent' }]
  let asked = ''
  const screen = await open({
    'GET /api/invitations': ({ path }) => {
      asked = path
      return json({ items, page: 0, has_more: !path.includes('search=') })
    },
  })
  await screen.getByRole('searchbox', { name: 'Name or email' }).fill('ann')
  await screen.getByRole('button', { name: 'Show results' }).click()
  await expect.poll(() => asked).toContain('search=ann')
  await expect.element(screen.getByRole('searchbox', { name: 'Name or email' })).toHaveValue('ann')
})

it('keeps the filter under the keyboard while the whole list is fetched', async () => {
  let asked = ''
  const list: Answers[string] = ({ path }) => {
    asked = path
    return json({ items: [], page: 0, has_more: !path.includes('search=') })
  }
  const screen = await open({ 'GET /api/invitations': list }, <Invitations />, '&search=ann')
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
  let state = 'refused'
  const screen = await open({
    'GET /api/invitations': () => json({ items: [{ ...invitation, state }], page: 0, has_more: false }),
    [`POST /api/invitations/${id}/again`]: () => {
      state = 'waiting'
      return json({ id, link: null })
    },
  })
  await screen.getByRole('button', { name: 'Send again' }).click()
  await expect.element(screen.getByText('Sending the invitation again')).toBeVisible()
  await expect.element(screen.getByText('waiting to be sent')).toBeVisible()
})
