import { expect, it } from 'vitest'
import { storeDraft } from '../../../storedDraft.ts'
import { json, mockServer, renderPage, signedIn, storeToken } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { useAuth } from './auth.tsx'
import { FIRST_VISIT_KEY } from './forgetFirstVisit.ts'

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
