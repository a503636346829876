import { expect, it } from 'vitest'
import { json, keeping, storeToken, mockServer, renderPage, signedIn } from '../../../../test.tsx'
import { emptyDraft } from './draft.ts'
import { PrayerForm } from './PrayerForm.tsx'
import { append, withoutStale } from './suggestions.ts'

it('shows new suggestions behind the others, and moves none', () => {
  expect(append(['health', 'family'], ['courage', 'family'])).toEqual(['health', 'family', 'courage'])
})

it('drops what is neither chosen nor suggested, and keeps the order', () => {
  expect(withoutStale(['work', 'health', 'family', 'grief'], ['family'], ['grief', 'health'])).toEqual([
    'health',
    'family',
    'grief',
  ])
})

it.each(['死にたい', '我想死', '죽고 싶어'])('looks at few signs that say much: %s', async (words) => {
  storeToken()
  const asked: unknown[] = []
  mockServer({
    ...signedIn,
    'POST /api/suggestions': keeping(asked, () => json({ categories: [], language: null, offers_help: true })),
  })
  const send = () => Promise.resolve(null)
  const { screen } = await renderPage(
    <PrayerForm name="test" initial={emptyDraft} heading="New" close="/" failedTitle="Not shared." send={send} />,
  )
  await screen.getByLabelText('Your request').fill(words)
  await expect.poll(() => asked).toEqual([{ text: words }])
})

it('says that no more categories fit', async () => {
  storeToken()
  const known = Array.from({ length: 11 }, (_, index) => ({
    id: `c${index + 1}`,
    key: null,
    name: `Kind ${index + 1}`,
    is_built_in: false,
    description: '',
    color: null,
    order: index,
  }))
  mockServer({ ...signedIn, 'GET /api/categories': () => json(known) })
  const categoryIds = known.slice(0, 9).map(({ id }) => id)
  const initial = { ...emptyDraft, content: 'My father is ill.', categoryIds }
  const send = () => Promise.resolve(null)
  const { screen } = await renderPage(
    <PrayerForm name="test" initial={initial} heading="New" close="/" failedTitle="Not shared." send={send} />,
  )
  await screen.getByRole('button', { name: 'More categories' }).click()
  const full = screen.getByText('Up to 10 categories.')
  expect(full.query()).toBeNull()
  await screen.getByRole('button', { name: 'Kind 10' }).click()
  await expect.element(full).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Kind 11' })).toHaveAttribute('aria-disabled', 'true')
})
