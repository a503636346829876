import { expect, it } from 'vitest'
import { json, storeToken, mockServer, renderPage, signedIn } from '../../../../test.tsx'
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
    'POST /api/suggestions': ({ body }) => {
      asked.push(body)
      return json({ categories: [], language: null, offers_help: true })
    },
  })
  const send = () => Promise.resolve(null)
  const { screen } = await renderPage(
    <PrayerForm name="test" initial={emptyDraft} heading="New" close="/" failedTitle="Not shared." send={send} />,
  )
  await screen.getByLabelText('Your request').fill(words)
  await expect.poll(() => asked).toEqual([{ text: words }])
})
