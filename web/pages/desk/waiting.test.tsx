import { beforeEach, expect, it } from 'vitest'
import type { HeldPrayer } from '../../../contract/review.ts'
import { withStaffMessages } from '../../features/care/moderations/StaffMessages.tsx'
import { WaitingTab } from '../../features/care/review/ReviewTabs.tsx'
import { hannah, json, storeToken, mockServer, renderPage, signedInAs } from '../../test.tsx'

const Tab = withStaffMessages(WaitingTab)

beforeEach(storeToken)

const held = (id: string): HeldPrayer => ({
  id,
  title: null,
  content: `Words of ${id}`,
  language: 'en',
  author: { id: 'a', display_name: 'Dana F.' },
  pseudonym: null,
  visibility: 'public',
  is_urgent: false,
  is_line: false,
  held_reason: 'links',
  alert: null,
  held_at: '2026-05-20T11:00:00.000Z',
  kept_at: null,
  acknowledged_by: null,
  acknowledged_at: null,
  waiting_updates: [],
  version: 'as-it-was-read',
})

/** Opens what waits as a moderator: what `list` answers. */
async function open(list: (path: string) => object, answers: Parameters<typeof mockServer>[0] = {}) {
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/prayers/held': ({ path }) => json({ page: 0, pageSize: 100, has_more: false, ...list(path) }),
    ...answers,
  })
  return (await renderPage(<Tab />, '/admin/reports?tab=waiting')).screen
}

it('gives back what was written about a request that a colleague publishes meanwhile, not what was sent', async () => {
  let items = [held('one'), held('two')]
  const screen = await open(() => ({ items }), {
    'POST /api/prayers/two/publish': ({ body }) => {
      expect(body).toEqual({ version: 'as-it-was-read' })
      items = [held('three')]
      return json({ id: 'two' })
    },
    'POST /api/prayers/three/keep_held': () => {
      items = []
      return json({ id: 'three', decision_id: 'd1' })
    },
  })
  const write = async (words: string) => {
    await screen.getByRole('button', { name: 'Keep on hold' }).first().click()
    await expect.element(screen.getByRole('combobox')).toHaveFocus()
    await screen.getByLabelText('Your reason').fill(words)
  }
  await write('It names a child.')
  await screen.getByRole('button', { name: 'Publish' }).click()
  const left = screen.getByRole('region', { name: /^This isn’t waiting any more: it was decided/ })
  await expect.element(left).toHaveFocus()
  await expect.element(left.getByText('It names a child.')).toBeVisible()
  await left.getByRole('button', { name: 'Close' }).click()
  await write('A link.')
  await screen.getByRole('button', { name: 'Keep on hold' }).click()
  // The card goes with the button that had the focus.
  await expect.element(screen.getByText('Nothing to review.')).toHaveFocus()
  // The account of whoever wrote it may be gone: then nobody is told.
  await expect.element(screen.getByText(/^It stays on hold\. If the author still has an account/)).toBeVisible()
  await expect.element(left).not.toBeInTheDocument()
})

it('has what was written when somebody comes back, such as after their session has ended', async () => {
  const begin = async () => {
    const screen = await open(() => ({ items: [held('one')] }))
    await screen.getByRole('button', { name: 'Keep on hold' }).click()
    return screen
  }
  const first = await begin()
  await first.getByLabelText('Your reason').fill('It names a child.')
  await first.unmount()
  await expect.element((await begin()).getByLabelText('Your reason')).toHaveValue('It names a child.')
})

it('goes on after the first hundred', async () => {
  const screen = await open((path) =>
    path.includes('page=1') ? { items: [held('two')], page: 1 } : { items: [held('one')], has_more: true },
  )
  const more = screen.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect.element(screen.getByText('Words of two')).toBeVisible()
  await expect.element(screen.getByText('Words of one')).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
  await expect.element(screen.getByRole('article').filter({ hasText: 'Words of two' })).toHaveFocus()
})
