import { expect, it } from 'vitest'
import type { GroupSummary } from '../../../../contract/group-summaries.ts'
import { json, mockServer, renderPage } from '../../../test.tsx'
import { WordsByEmail } from './WordsByEmail.tsx'

const circle = { id: '018f0000-0000-7000-8000-00000000000a', name: 'Tuesday Evening Circle' }
const choir = { id: '018f0000-0000-7000-8000-00000000000b', name: 'Choir' }
const summary: GroupSummary = {
  rhythm: 'weekly',
  weekday: 7,
  hour: 7,
  has_words: true,
  time_zone: 'Europe/Berlin',
  sends_mail: true,
  gets_summary: true,
  is_off_for_groups: false,
  reached_count: 12,
  reader_count: 9,
}

const shown = async (answers: [group: typeof circle, answer: () => Response][]) => {
  mockServer(Object.fromEntries(answers.map(([{ id }, answer]) => [`GET /api/groups/${id}/summary`, answer])))
  const { screen } = await renderPage(
    <>
      <WordsByEmail groups={answers.map(([group]) => group)} checked onChange={() => {}} />
      <p>Below</p>
    </>,
  )
  await expect.element(screen.getByText('Below')).toBeVisible()
  return screen
}

it.each([
  [{}, 'By email, your words can reach 12 other members of Tuesday Evening Circle and 9 people outside it.'],
  [{ reader_count: 0 }, 'By email, your words can reach 12 other members of Tuesday Evening Circle.'],
  [{ reached_count: 0, reader_count: 1 }, 'By email, your words can reach 1 person outside Tuesday Evening Circle.'],
])('says whom the emails of a group reach: %o', async (part, sentence) => {
  const screen = await shown([[circle, () => json({ ...summary, ...part })]])
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible()
  await expect
    .element(screen.getByRole('checkbox', { name: 'Let this request go out by email', exact: true }))
    .toBeChecked()
})

it('says it of each of several groups, and asks once', async () => {
  const screen = await shown([
    [circle, () => json(summary)],
    [choir, () => json({ ...summary, reached_count: 1, reader_count: 0 })],
  ])
  await expect
    .element(screen.getByText(/12 other members of Tuesday Evening Circle and 9 people outside it/))
    .toBeVisible()
  await expect.element(screen.getByText('By email, your words can reach 1 other member of Choir.')).toBeVisible()
  const box = screen.getByRole('checkbox')
  await expect.element(box).toHaveAccessibleName('Let this request go out by email in all these groups')
})

it.each([
  ['hold numbers', { has_words: false }],
  ['are off', { rhythm: 'off' as const }],
  ['are not sent', { sends_mail: false }],
  ['reach nobody', { reached_count: 0, reader_count: 0 }],
])('names no group whose emails %s', async (_, part) => {
  const screen = await shown([
    [choir, () => json({ ...summary, ...part })],
    [circle, () => json(summary)],
  ])
  const box = screen.getByRole('checkbox')
  await expect.element(box).toHaveAccessibleName('Let this request go out by email')
  expect(screen.getByText(/Choir/).query()).toBeNull()
})
