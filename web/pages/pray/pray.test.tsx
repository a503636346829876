import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { json, makePrayer, storeToken, mockServer, problem, renderPage, signedIn } from '../../test.tsx'
import { TOKEN_KEY } from '../../token.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import PrayModeRoute from './pray.tsx'
import { useHandsFree } from './useHandsFree.ts'
import { usePray } from './usePray.ts'

const LIST = '0198c0de-0000-7000-8000-0000000000aa'
const at = `GET /api/prayer-lists/${LIST}`
const listOf = (...contents: string[]) =>
  json({
    id: LIST,
    name: 'Family',
    items: contents.map((content, index) => {
      const prayer = makePrayer({ id: `0198c0de-0000-7000-8000-00000000000${index}`, content })
      return { prayer_request_id: prayer.id, created_at: prayer.created_at, prayer }
    }),
  })
const props = { loaderData: null } as unknown as Parameters<typeof PrayModeRoute>[0]
const show = () => renderPage(<PrayModeRoute {...props} />, `/pray?list=${LIST}`)

beforeEach(storeToken)
afterEach(() => vi.restoreAllMocks())

it('says why nothing is shown, lets one close it, and tries again', async () => {
  let answer = () => problem(500, 'server.failed')
  mockServer({ ...signedIn, [at]: () => answer() })
  const { screen } = await show()
  await expect.element(screen.getByText('We couldn’t load the requests.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Close' })).toBeVisible()
  answer = () => listOf('Please pray for my father.')
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('article').getByText('Please pray for my father.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Family')
})

it('says that a round holds nothing, and leads back', async () => {
  mockServer({ ...signedIn, [at]: () => listOf() })
  const { screen } = await show()
  await expect.element(screen.getByRole('heading', { name: 'Nothing to pray for here' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Done' })).toHaveAttribute('href', `/prayer-lists?list=${LIST}`)
})

it('says that a list is gone', async () => {
  mockServer({ ...signedIn, [at]: () => problem(404, 'prayer_lists.not_found') })
  const { screen } = await show()
  await expect.element(screen.getByRole('link', { name: 'Go to Home' })).toBeVisible()
})

it('takes a prayer back that the server refuses', async () => {
  mockServer({
    ...signedIn,
    [at]: () => listOf('Please pray for my father.'),
    'POST /api/prayers/0198c0de-0000-7000-8000-000000000000/pray': () => problem(429, 'request.too_many'),
  })
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByText(/We couldn’t count your prayer/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Pray', pressed: false })).toBeVisible()
})

it('lets a prayer that waits for a connection be taken back, and prayed once more', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  mockServer({
    ...signedIn,
    [at]: () => listOf('Please pray for my father.'),
    'POST /api/prayers/0198c0de-0000-7000-8000-000000000000/pray': lost,
  })
  const { screen } = await show()
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByRole('button', { name: 'Waiting to send', pressed: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  const pray = screen.getByRole('button', { name: 'Pray', pressed: false })
  await expect.element(pray).toBeVisible()
  await pray.click()
  await expect.element(screen.getByRole('button', { name: 'Waiting to send', pressed: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(pray).toBeVisible()
})

it('goes on to the next when a request is gone at a press, and ends at the last', async () => {
  const [first, second] = [0, 1].map((index) => `/api/prayers/0198c0de-0000-7000-8000-00000000000${index}`)
  const gone = () => problem(404, 'prayers.not_found')
  mockServer({
    ...signedIn,
    [at]: () => listOf('Please pray for my father.', 'Please pray for my sister.'),
    // The next one is read again.
    [`GET ${second}`]: () => problem(500, 'server.failed'),
    [`POST ${first}/pray`]: gone,
    [`POST ${second}/pray`]: gone,
  })
  const { screen } = await show()
  await expect.element(screen.getByRole('article').getByText('Please pray for my father.')).toBeVisible()
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByRole('article').getByText('Please pray for my sister.')).toBeVisible()
  await expect.element(screen.getByText('This request is no longer shared.')).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: '1 of 1' })).toBeVisible()
  await screen.getByRole('button', { name: 'Pray' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Nothing to pray for here' })).toBeVisible()
})

it('has counted a prayer once the server has: what is offered after it needs a connection', async () => {
  const prayer = makePrayer()
  let answer: (response: Response) => void = () => {}
  const counted = new Promise<Response>((resolve) => (answer = resolve))
  mockServer({ ...signedIn, [`POST /api/prayers/${prayer.id}/pray`]: () => counted })
  function Round() {
    const praying = usePray([])
    return (
      <button type="button" onClick={() => void praying.pray(prayer)}>
        {praying.prayed.length} prayed, {praying.counted.length} counted
      </button>
    )
  }
  const { screen } = await renderPage(<Round />)
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('1 prayed, 0 counted')).toBeVisible()
  answer(json({ has_prayed: true, pray_count: 1 }))
  await expect.element(screen.getByText('1 prayed, 1 counted')).toBeVisible()
})

it.each([
  ['has a voice that knows the language', true, 1],
  ['has only a voice elsewhere, which would be told the text', false, 0],
])('reads aloud where the device %s', async (_, localService, count) => {
  const voice = { lang: 'en-US', localService } as SpeechSynthesisVoice
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([voice])
  mockServer({ ...signedIn, [at]: () => listOf('Please pray for my father.') })
  const { screen } = await show()
  await expect.element(screen.getByRole('article')).toBeVisible()
  await expect.poll(() => screen.getByRole('button', { name: 'Read aloud' }).elements()).toHaveLength(count)
})

it('lets one stop a round that goes on by itself where no voice can read', async () => {
  const voice = { lang: 'en-US', localService: true } as SpeechSynthesisVoice
  const voices = vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([voice])
  mockServer({ ...signedIn, [at]: () => listOf('Please pray for my father.') })
  const { screen } = await show()
  const read = screen.getByRole('button', { name: 'Read aloud' })
  await expect.element(read).toHaveAttribute('aria-pressed', 'false')
  voices.mockReturnValue([])
  await screen.getByLabelText('Text size and timer').click()
  await screen
    .getByRole('combobox', { name: 'Read aloud automatically' })
    .selectOptions('60 seconds of quiet after each')
  speechSynthesis.dispatchEvent(new Event('voiceschanged'))
  await expect.element(read).toHaveAttribute('aria-pressed', 'true')
  await read.click()
  await expect.element(read).not.toBeInTheDocument()
})

it('reads a request to its end when somebody has gone on to it while the one before was read', async () => {
  const voice = { lang: 'en-US', localService: true } as SpeechSynthesisVoice
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([voice])
  vi.spyOn(SpeechSynthesisUtterance.prototype, 'voice', 'set').mockImplementation(() => {})
  const said: string[] = []
  vi.spyOn(speechSynthesis, 'speak').mockImplementation(({ text }) => void said.push(text))
  const prayers = ['First', 'Second', 'Third'].map((content) => makePrayer({ id: content, content }))
  function Deck() {
    const [position, setPosition] = useState(0)
    const goOn = () => setPosition(position + 1)
    const { stop, handsFree } = useHandsFree(prayers[position], goOn)
    return (
      <>
        <button type="button" onClick={() => handsFree.choose(0.05)}>
          Begin
        </button>
        <button type="button" onClick={() => (stop(), goOn())}>
          Next
        </button>
      </>
    )
  }
  const { screen } = await renderPage(<Deck />)
  await screen.getByRole('button', { name: 'Begin' }).click()
  await expect.poll(() => said).toEqual(['First'])
  await screen.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => said).toEqual(['First', 'Second'])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(said).toEqual(['First', 'Second'])
})

const Status = () => <p>{useAuth().status}</p>

it('ends with the session of its reader, also where that ends in another tab', async () => {
  const words = 'Please pray for my father.'
  let items = [makePrayer({ content: words })]
  mockServer({
    ...signedIn,
    'GET /api/prayers': () => json({ items, page: 0, pageSize: 20, has_more: false, next_cursor: null }),
  })
  const round = (
    <>
      <Status />
      <PrayModeRoute {...props} />
    </>
  )
  const { screen } = await renderPage(round, '/pray')
  await expect.element(screen.getByRole('article').getByText(words)).toBeVisible()
  await expect.element(screen.getByText('signed_in')).toBeVisible()
  // To a visitor nothing of it is shown.
  items = []
  const oldValue = localStorage.getItem(TOKEN_KEY)
  localStorage.removeItem(TOKEN_KEY)
  dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, oldValue }))
  await expect.element(screen.getByText('signed_out')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Nothing to pray for here' })).toBeVisible()
})
