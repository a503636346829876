import { beforeEach, expect, it } from 'vitest'
import type { Appeal } from '../../../../contract/appeals.ts'
import { hannah, json, storeToken, mockServer, renderPage, signedInAs } from '../../../test.tsx'
import { withStaffMessages } from '../moderations/StaffMessages.tsx'
import { AppealsTab } from './AppealsTab.tsx'

const Tab = withStaffMessages(AppealsTab)

beforeEach(storeToken)

const AT = '2026-05-20T11:00:00.000Z'
const appeal: Appeal = {
  id: 'one',
  prayer_request_id: 'p1',
  decision: 'hidden',
  reason: null,
  template: null,
  message: null,
  decided_by: null,
  decided_at: AT,
  appeal: 'Please look again.',
  appealed_at: AT,
  is_overdue: false,
  may_answer: true,
  reported: {
    title: null,
    content: 'Words of one',
    author: { id: 'a', display_name: 'Dana F.' },
    pseudonym: null,
    visibility: 'public',
    status: 'open',
    publication: 'hidden',
    created_at: AT,
  },
  waiting_updates: [],
  version: 'as-it-was-read',
}

it('says that it shows no more what its author has deleted', async () => {
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/appeals': () => json([{ ...appeal, reported: null }]),
  })
  const { screen } = await renderPage(<Tab />, '/admin/reports?tab=appeals')
  await expect.element(screen.getByText('We no longer show its text.')).toBeVisible()
  await expect.element(screen.getByText('Please look again.')).toBeVisible()
})

it('leads to an answer that is missing, and hands the focus to the page when the appeal goes with the button', async () => {
  let items = [appeal]
  mockServer({
    ...signedInAs({ ...hannah, role: 'moderator' }),
    'GET /api/appeals': () => json(items),
    'PUT /api/appeals/one': () => {
      items = []
      return json({ id: 'one', is_shown: false })
    },
  })
  const { screen } = await renderPage(
    <main>
      <Tab />
    </main>,
    '/admin/reports?tab=appeals',
  )
  const keep = screen.getByRole('button', { name: 'Keep decision' })
  await keep.click()
  const answer = screen.getByLabelText('Your answer to the author')
  await expect.element(answer).toHaveFocus()
  await expect.element(answer).toHaveAttribute('aria-invalid', 'true')
  await answer.fill('We looked again.')
  await keep.click()
  await expect.element(screen.getByText('No appeals waiting.')).toBeVisible()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})
