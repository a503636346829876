import { expect, it } from 'vitest'
import type { GroupReader, GroupSummary } from '../../../../contract/group-summaries.ts'
import { json, keeping, makeGroup, mockServer, problem, renderPage } from '../../../test.tsx'
import { ByEmail } from './ByEmail.tsx'

const may = { edit: true, manage: true, post: true, join: false }
const group = makeGroup({ my_role: 'owner', my_status: 'active', may })
const member = makeGroup({ my_role: 'member', my_status: 'active', may: { ...may, edit: false, manage: false } })
const summary: GroupSummary = {
  rhythm: 'weekly',
  weekday: 7,
  hour: 7,
  has_words: false,
  time_zone: 'Europe/Berlin',
  sends_mail: true,
  gets_summary: true,
  is_off_for_groups: false,
  reached_count: 2,
  reader_count: 1,
}
const reader: GroupReader = { id: 'one', email: 'friend@example.org', state: 'waiting' }
const READ = `GET /api/groups/${group.id}/summary`
const READERS = `GET /api/groups/${group.id}/readers`

it('tells a member in a sentence when the summary comes, and lets them stop it', async () => {
  const sent: unknown[] = []
  mockServer({
    [READ]: () => json(summary),
    [`PUT /api/groups/${group.id}/summary/mine`]: keeping(sent, () => json({ ...summary, gets_summary: false })),
  })
  const { screen } = await renderPage(<ByEmail group={member} />)
  await expect.element(screen.getByText('Every Sunday at 07:00 there’s a summary by email.')).toBeVisible()
  await expect.element(screen.getByText(/It also goes to 1 person by email/)).toBeVisible()
  expect(screen.getByLabelText('Email addresses').query()).toBeNull()
  expect(screen.getByRole('combobox', { name: 'How often' }).query()).toBeNull()
  await screen.getByRole('switch', { name: 'Send it to me' }).click()
  await expect.element(screen.getByRole('switch', { name: 'Send it to me' })).not.toBeChecked()
  await expect.poll(() => sent).toEqual([{ gets_summary: false }])
})

it('lets words in by its switch alone, and says so', async () => {
  const sent: unknown[] = []
  mockServer({
    [READ]: () => json(summary),
    [READERS]: () => json([]),
    [`PUT /api/groups/${group.id}/summary`]: keeping(sent, (body) => json({ ...summary, ...(body as object) })),
  })
  const { screen } = await renderPage(<ByEmail group={group} />)
  await expect.element(screen.getByText(/^It has only numbers/)).toBeVisible()
  await screen.getByRole('switch', { name: 'Include the requests themselves' }).click()
  await expect.element(screen.getByText(/^It has requests and names, but only what you let in/)).toBeVisible()
  const { rhythm, weekday, hour } = summary
  await expect.poll(() => sent).toEqual([{ rhythm, weekday, hour, has_words: true }])
  await screen.getByRole('combobox', { name: 'How often' }).selectOptions('Every day')
  await expect.poll(() => sent.at(-1)).toEqual({ rhythm: 'daily', weekday, hour })
})

it('brings back the choice that could not be saved', async () => {
  mockServer({
    [READ]: () => json(summary),
    [READERS]: () => json([]),
    [`PUT /api/groups/${group.id}/summary`]: () => problem(403, 'request.forbidden'),
  })
  const { screen } = await renderPage(<ByEmail group={group} />)
  const rhythm = screen.getByRole('combobox', { name: 'How often' })
  await rhythm.selectOptions('Every day')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(rhythm).toHaveValue('weekly')
  await expect.element(screen.getByText('No addresses yet')).toBeVisible()
})

it('shows what the server has when the first of two choices fails and the second brings both', async () => {
  let stored = summary
  let refuse = (): void => {}
  let sent = 0
  mockServer({
    [READ]: () => json(stored),
    [READERS]: () => json([]),
    [`PUT /api/groups/${group.id}/summary`]: ({ body }) => {
      sent += 1
      if (sent === 1)
        return new Promise<Response>((resolve) => {
          refuse = () => resolve(problem(503, 'server.unavailable'))
        })
      stored = { ...stored, ...(body as Partial<GroupSummary>) }
      return json(stored)
    },
  })
  const { screen } = await renderPage(<ByEmail group={group} />)
  const hour = screen.getByRole('combobox', { name: 'Time', exact: true })
  await hour.selectOptions('8')
  await screen.getByRole('combobox', { name: 'Day', exact: true }).selectOptions('Monday')
  await expect.poll(() => sent).toBe(1)
  refuse()
  await expect.poll(() => stored.weekday).toBe(1)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(hour).toHaveValue('8')
})

it('adds addresses as they were pasted, keeps them when they are refused, and takes one off the list', async () => {
  const sent: unknown[] = []
  let listed: GroupReader[] = []
  mockServer({
    [READ]: () => json(summary),
    [READERS]: () => json(listed),
    [`POST /api/groups/${group.id}/readers`]: ({ body }) => {
      sent.push(body)
      if (sent.length === 1) return problem(409, 'group_summaries.too_many')
      listed = [reader]
      return json(listed)
    },
    [`DELETE /api/groups/${group.id}/readers/one`]: () => {
      listed = []
      return json({ id: 'one' })
    },
  })
  const { screen } = await renderPage(<ByEmail group={group} />)
  const field = screen.getByLabelText('Email addresses')
  await field.fill('an old friend')
  await screen.getByRole('button', { name: 'Ask them' }).click()
  await expect.element(screen.getByText(/^This isn’t an email address: an/)).toBeVisible()
  expect(sent).toEqual([])
  await field.fill('Friend <friend@example.org>;')
  await screen.getByRole('button', { name: 'Ask them' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(field).toHaveValue('Friend <friend@example.org>;')
  await screen.getByRole('button', { name: 'Ask them' }).click()
  await expect.element(screen.getByText('Waiting for their yes')).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(sent[1]).toEqual({ emails: ['friend@example.org'], language: 'en' })
  await screen.getByRole('button', { name: 'Remove friend@example.org' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByText('No addresses yet')).toBeVisible()
})

it('promises no email where the site sends none', async () => {
  mockServer({ [READ]: () => json({ ...summary, sends_mail: false, reader_count: 0 }), [READERS]: () => json([]) })
  const { screen } = await renderPage(<ByEmail group={group} />)
  await expect.element(screen.getByText('This site doesn’t send emails.')).toBeVisible()
  expect(screen.getByText(/Every Sunday/).query()).toBeNull()
  expect(screen.getByLabelText('Email addresses').query()).toBeNull()
})

it('says when it cannot be loaded, and can be tried again', async () => {
  mockServer({ [READ]: () => problem(500, 'server.failed') })
  const { screen } = await renderPage(<ByEmail group={member} />)
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
