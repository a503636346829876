import { beforeEach, expect, it } from 'vitest'
import { json, losesAnswer, storeToken, mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import { WaitingPeople } from './WaitingPeople.tsx'

beforeEach(storeToken)

it('calls who has given no name by their address, so that somebody decides about a person', async () => {
  const waiting = { email_verified: true, join_answer: '', created_at: '2026-05-20T12:00:00.000Z' }
  const items = [
    { id: '0198c0de-0000-7000-8000-000000000011', display_name: 'Ein Mitglied', email: 'jan@example.org', ...waiting },
    { id: '0198c0de-0000-7000-8000-000000000012', display_name: 'Martha', email: null, ...waiting },
  ]
  mockServer({
    ...signedInAs(peter),
    'GET /api/users/awaiting-approval': () => json({ items, page: 0, has_more: false }),
  })
  const { screen } = await renderPage(<WaitingPeople />)
  await expect.element(screen.getByRole('button', { name: 'Approve Martha' })).toBeVisible()
  await screen.getByRole('button', { name: 'Decline jan@example.org' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Decline jan@example.org?' })).toBeVisible()
  await expect.element(screen.getByText('Mitglied')).not.toBeInTheDocument()
})

it('goes back to the head of the list when somebody is let in or declined, and not to the next person', async () => {
  const waiting = { email_verified: true, join_answer: '', email: null, created_at: '2026-05-20T12:00:00.000Z' }
  let items = ['Martha', 'Jan', 'Ana'].map((display_name, at) => ({
    id: `0198c0de-0000-7000-8000-00000000001${at}`,
    display_name,
    ...waiting,
  }))
  const leaves = () => {
    items = items.slice(1)
    return json({})
  }
  mockServer({
    ...signedInAs(peter),
    'GET /api/users/awaiting-approval': () => json({ items, page: 0, has_more: false }),
    'POST /api/users/0198c0de-0000-7000-8000-000000000010/approve': leaves,
    'POST /api/users/0198c0de-0000-7000-8000-000000000011/decline': leaves,
  })
  const { screen } = await renderPage(<WaitingPeople />)
  const lead = screen.getByText('If you approve people by hand, new sign-ups wait here.')
  await screen.getByRole('button', { name: 'Approve Martha' }).click()
  await expect.element(lead).toHaveFocus()
  await expect.element(screen.getByText('Martha')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Decline Jan' }).click()
  await screen.getByRole('button', { name: 'Decline' }).click()
  await expect.element(screen.getByText('Jan')).not.toBeInTheDocument()
  await expect.element(lead).toHaveFocus()
})

it('lets somebody in once when the answer was lost and it is pressed again', async () => {
  const id = '0198c0de-0000-7000-8000-000000000013'
  const person = { id, display_name: 'Martha', email: null, email_verified: true, join_answer: '' }
  const { handler, keys, expectOneKey } = losesAnswer(() => json({ id }))
  mockServer({
    ...signedInAs(peter),
    'GET /api/users/awaiting-approval': () =>
      json({ items: [{ ...person, created_at: '2026-05-20T12:00:00.000Z' }], page: 0, has_more: false }),
    [`POST /api/users/${id}/approve`]: handler,
  })
  const { screen } = await renderPage(<WaitingPeople />)
  const approve = screen.getByRole('button', { name: 'Approve Martha' })
  await approve.click()
  await expect.poll(() => keys).toHaveLength(1)
  await expect.element(approve).not.toHaveAttribute('aria-disabled')
  await approve.click()
  await expect.element(screen.getByText('Martha can sign in now')).toBeVisible()
  expectOneKey()
})
