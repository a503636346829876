import { beforeEach, expect, it } from 'vitest'
import { json, losesAnswer, storeToken, mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import { WaitingPeople } from './WaitingPeople.tsx'

beforeEach(storeToken)

const waiting = { email_verified: true, join_answer: '', email: null, created_at: '2026-05-20T12:00:00.000Z' }

/** Opens the list of those who wait, on a server that answers so. */
async function open(list: () => object[], answers: Parameters<typeof mockServer>[0] = {}) {
  const listed = () => json({ items: list(), page: 0, has_more: false })
  mockServer({ ...signedInAs(peter), 'GET /api/users/awaiting-approval': listed, ...answers })
  return (await renderPage(<WaitingPeople />)).screen
}

it('calls who has given no name by their address, so that somebody decides about a person', async () => {
  const screen = await open(() => [
    { ...waiting, id: '0198c0de-0000-7000-8000-000000000011', display_name: 'Ein Mitglied', email: 'jan@example.org' },
    { ...waiting, id: '0198c0de-0000-7000-8000-000000000012', display_name: 'Martha' },
  ])
  await expect.element(screen.getByRole('button', { name: 'Approve Martha' })).toBeVisible()
  await screen.getByRole('button', { name: 'Decline jan@example.org' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Decline jan@example.org?' })).toBeVisible()
  await expect.element(screen.getByText('Mitglied')).not.toBeInTheDocument()
})

it('goes back to the head of the list when somebody is let in or declined, and not to the next person', async () => {
  let items = ['Martha', 'Jan', 'Ana'].map((display_name, at) => ({
    id: `0198c0de-0000-7000-8000-00000000001${at}`,
    display_name,
    ...waiting,
  }))
  const leaves = () => {
    items = items.slice(1)
    return json({})
  }
  const screen = await open(() => items, {
    'POST /api/users/0198c0de-0000-7000-8000-000000000010/approve': leaves,
    'POST /api/users/0198c0de-0000-7000-8000-000000000011/decline': leaves,
  })
  const lead = screen.getByText('If you approve people by hand, new sign-ups wait here.')
  await screen.getByRole('button', { name: 'Approve Martha' }).click()
  await expect.element(lead).toHaveFocus()
  await expect.element(screen.getByText('Martha')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Decline Jan' }).click()
  await screen.getByRole('button', { name: 'Decline' }).click()
  await expect.element(screen.getByText('Jan')).not.toBeInTheDocument()
  await expect.element(lead).toHaveFocus()
})

it('leads to those who wait before, once the last of a later page is let in', async () => {
  const id = '0198c0de-0000-7000-8000-000000000014'
  let last = [{ ...waiting, id, display_name: 'Martha' }]
  const first = [{ ...waiting, id: '0198c0de-0000-7000-8000-000000000015', display_name: 'Jan' }]
  mockServer({
    ...signedInAs(peter),
    'GET /api/users/awaiting-approval': ({ path }) =>
      json({ items: path.includes('page=1') ? last : first, page: 0, has_more: false }),
    [`POST /api/users/${id}/approve`]: () => {
      last = []
      return json({ id })
    },
  })
  const { screen } = await renderPage(<WaitingPeople />, '/admin/users?part=waiting&page=1')
  await screen.getByRole('button', { name: 'Approve Martha' }).click()
  await expect.element(screen.getByRole('button', { name: 'Approve Jan' })).toBeVisible()
})

it('lets somebody in once when the answer was lost and it is pressed again', async () => {
  const id = '0198c0de-0000-7000-8000-000000000013'
  const { handler, keys, expectOneKey } = losesAnswer(() => json({ id }))
  const approval = { [`POST /api/users/${id}/approve`]: handler }
  const screen = await open(() => [{ ...waiting, id, display_name: 'Martha' }], approval)
  const approve = screen.getByRole('button', { name: 'Approve Martha' })
  await approve.click()
  await expect.poll(() => keys).toHaveLength(1)
  await expect.element(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect.element(screen.getByText('Martha can sign in now')).toBeVisible()
  expectOneKey()
})
