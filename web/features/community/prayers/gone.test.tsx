import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { json, makeDetail, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import LiveEvents from '../live/LiveEvents.tsx'
import { PrayButton } from './PrayButton.tsx'
import { prayerQuery } from './queries.ts'
import { ReactionBar } from './reactions/ReactionBar.tsx'
import { ReportLink, SideActions } from './SideActions.tsx'

const prayer = makeDetail()
const { id } = prayer

function Prayer() {
  const { data, error } = useQuery({ ...prayerQuery(id), initialData: prayer, staleTime: Infinity })
  return (
    <>
      <LiveEvents />
      {error ? (
        <p>Gone</p>
      ) : (
        <>
          <PrayButton prayer={data} />
          <ReactionBar prayer={data} />
          <SideActions prayer={data} />
          <ReportLink prayer={data} />
        </>
      )}
    </>
  )
}

/** Shows a request that the server finds no more from the moment on at which somebody acts on it. */
async function showUntil(act: string) {
  let isGone = false
  const gone = () => problem(404, 'prayers.not_found')
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${id}`]: () => (isGone ? gone() : json(prayer)),
    [act]: () => {
      isGone = true
      return gone()
    },
  })
  return (await renderPage(<Prayer />)).screen
}

beforeEach(storeToken)

it.each([
  ['is prayed for', 'Pray', `POST /api/prayers/${id}/pray`],
  ['gets a word of support', 'Amen', 'POST /api/reactions'],
  ['is followed', 'Follow updates', `POST /api/prayers/${id}/follow`],
])('a request that is gone when it %s leaves the page, with a sentence', async (_, name, act) => {
  const screen = await showUntil(act)
  await screen.getByRole('button', { name }).click()
  await expect.element(screen.getByText(/Sentence of prayers.not_found/)).toBeVisible()
  await expect.element(screen.getByText('Gone', { exact: true })).toBeVisible()
})

it('a request that is gone when it is reported stays behind the window, and so do the words in it', async () => {
  const screen = await showUntil(`POST /api/prayers/${id}/report`)
  await screen.getByRole('button', { name: 'Report a concern' }).click()
  await screen.getByRole('radio', { name: 'Spam or asking for money' }).click()
  await screen.getByRole('textbox').fill('They ask for money.')
  await screen.getByRole('button', { name: 'Send report' }).click()
  await expect.element(screen.getByText(/Sentence of prayers.not_found/)).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveValue('They ask for money.')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('Gone', { exact: true })).toBeVisible()
})
