import { useQuery, useQueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { call } from '../../../api.ts'
import { storeDraft } from '../../../storedDraft.ts'
import {
  hannah,
  json,
  Leave,
  makeDetail,
  makeToken,
  mockServer,
  peter,
  problem,
  renderPage,
  signedIn,
  storeToken,
} from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { prayerQuery } from '../../community/prayers/queries.ts'
import { useAuth } from './auth.tsx'
import { FIRST_VISIT_KEY } from './forgetFirstVisit.ts'
import { SignInGate } from './SignInGate.tsx'

const PRIVATE = [TOKEN_KEY, 'draft:hannah:new', FIRST_VISIT_KEY]
const stored = () => PRIVATE.filter((key) => localStorage.getItem(key) !== null)

/** Signs out, and tells what the device still holds before anything else can happen. */
function Press({ onLeft }: { onLeft: (left: string[]) => void }) {
  const { signOut } = useAuth()
  const press = () => {
    void signOut(false)
    onLeft(stored())
  }
  return (
    <button type="button" onClick={press}>
      Leave
    </button>
  )
}

it('signs out, and clears the device, in the moment of the press: nothing more has to arrive for it', async () => {
  storeToken()
  storeDraft('new', { content: 'Please pray for my father' })
  localStorage.setItem(FIRST_VISIT_KEY, JSON.stringify({ user_id: 'hannah' }))
  mockServer({ ...signedIn, 'POST /api/auth/signout': () => json({}) })
  const found: string[][] = []
  const { screen } = await renderPage(<Press onLeft={(left) => found.push(left)} />)
  expect(stored()).toEqual(PRIVATE)
  await screen.getByRole('button', { name: 'Leave' }).click()
  expect(found).toEqual([[]])
})

const prayer = makeDetail()
const Reading = () => <p>{useQuery(prayerQuery(prayer.id)).data?.content}</p>

it('a session that ends by itself leaves nothing on the page of what was read in it', async () => {
  storeToken()
  let hasEnded = false
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}`]: () => (hasEnded ? problem(404, 'prayers.not_found') : json(prayer)),
    'GET /api/groups': () => problem(401, 'sessions.required'),
    'POST /api/auth/refresh': () => problem(401, 'sessions.required'),
  })
  const { screen, router } = await renderPage(<Reading />)
  await expect.element(screen.getByText(prayer.content)).toBeVisible()
  hasEnded = true
  await call('groups.list', { mine: true })
  await expect.poll(() => router.state.location.pathname).toBe('/signin')
  await expect.element(screen.getByText(prayer.content)).not.toBeInTheDocument()
})

it('a page that slept while one signed out and another in shows nothing of what the first wrote there', async () => {
  storeToken()
  let user = hannah
  mockServer({ 'GET /api/auth/session': () => json({ user, token: makeToken(600) }) })
  const { screen } = await renderPage(
    <SignInGate title="Write" sign_in="Sign in">
      <textarea aria-label="Words" />
    </SignInGate>,
  )
  const words = screen.getByRole('textbox', { name: 'Words' })
  await words.fill(prayer.content)
  user = { ...hannah, id: peter.id }
  // By the time it hears of the first, the second is there.
  const oldValue = localStorage.getItem(TOKEN_KEY)
  localStorage.setItem(TOKEN_KEY, makeToken(600, peter.id))
  for (const was of [oldValue, null]) dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, oldValue: was }))
  await expect.element(words).toHaveValue('')
})

/** Stores a request as whoever has just shared it, and tells what is stored of it. */
function Share({ onLook }: { onLook: (stored: unknown) => void }) {
  const client = useQueryClient()
  const { queryKey } = prayerQuery(prayer.id)
  return (
    <>
      <button type="button" onClick={() => client.setQueryData(queryKey, prayer)}>
        Share
      </button>
      <button type="button" onClick={() => onLook(client.getQueryData(queryKey))}>
        Look
      </button>
      <Leave />
    </>
  )
}

it('signing out leaves nothing of what the page stored before it was read either', async () => {
  storeToken()
  mockServer({ ...signedIn, 'POST /api/auth/signout': () => json({}) })
  const found: unknown[] = []
  const { screen } = await renderPage(<Share onLook={(one) => found.push(one)} />)
  for (const name of ['Share', 'Look', 'Leave']) await screen.getByRole('button', { name }).click()
  expect(found).toEqual([prayer])
  const look = async () => {
    await screen.getByRole('button', { name: 'Look' }).click()
    return found.at(-1)
  }
  await expect.poll(look).toBeUndefined()
})
