import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import type { PrayerDetail } from '../../../../contract/prayers.ts'
import { json, makeDetail, storeToken, mockServer, renderPage, signedIn } from '../../../test.tsx'
import { prayerQuery } from './queries.ts'
import { Testimony } from './Testimony.tsx'

const answered = makeDetail({
  status: 'answered',
  answered_at: '2026-05-20T08:00:00.000Z',
  reactions: { thanks: 3 },
  latest_update: {
    id: '0198c0de-0000-7000-8000-0000000000aa',
    content: 'The scan was clear.',
    status: 'answered',
    language: 'en',
    created_at: '2026-05-20T08:00:00.000Z',
  },
})

function Shown({ prayer }: { prayer: PrayerDetail }) {
  const { data } = useQuery({ ...prayerQuery(prayer.id), initialData: prayer, staleTime: Infinity })
  return <Testimony prayer={data} />
}

const show = (part: Partial<PrayerDetail> = {}) => renderPage(<Shown prayer={{ ...answered, ...part }} />)

beforeEach(storeToken)

it('leads with the answer, folds the request, and counts the thanks that are given', async () => {
  const id = '0198c0de-0000-7000-8000-0000000000bb'
  let stored = answered
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${answered.id}`]: () => json(stored),
    'POST /api/reactions': () => {
      stored = { ...answered, reactions: { thanks: 4 }, my_reactions: { thanks: id } }
      return json({ id })
    },
  })
  const { screen } = await show()
  await expect.element(screen.getByText('The scan was clear.')).toBeVisible()
  await expect.element(screen.getByText('Please pray for my father.')).not.toBeVisible()
  await expect.element(screen.getByText('3 people have given thanks')).toBeVisible()
  await screen.getByRole('button', { name: 'Give thanks' }).click()
  await expect.element(screen.getByRole('button', { name: 'You gave thanks', pressed: true })).toBeVisible()
  await expect.element(screen.getByText('You and 3 others have given thanks')).toBeVisible()
})

it('says nothing of numbers where the author hides them', async () => {
  mockServer(signedIn)
  const { screen } = await show({ pray_count: null })
  await expect.element(screen.getByRole('button', { name: 'Give thanks' })).toBeVisible()
  await expect.element(screen.getByText(/given thanks/)).not.toBeInTheDocument()
})

it('shows an answer without words as the wall does', async () => {
  mockServer(signedIn)
  const { screen } = await show({ latest_update: null })
  await expect.element(screen.getByText('Please pray for my father.')).toBeVisible()
  await expect.element(screen.getByText('Answered', { exact: true })).toBeVisible()
})
