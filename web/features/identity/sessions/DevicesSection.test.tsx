import { beforeEach, expect, it, vi } from 'vitest'
import { json, storeToken, mockServer, problem, renderPage, signedIn } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { DevicesSection } from './DevicesSection.tsx'
import { keepFirstVisit } from './firstVisit.ts'

beforeEach(storeToken)

const at = '2026-05-09T08:00:00.000Z'
const device = { id: 's1', device: 'Chrome', origin: null, is_current: false, created_at: at, last_seen_at: at }

/** Opens the sessions of somebody, on a server that answers so. */
async function open(
  answers: Parameters<typeof mockServer>[0],
  listed: () => object[] = () => [{ ...device, is_current: true }],
) {
  const list = () => json(listed())
  mockServer({ ...signedIn, 'GET /api/auth/sessions': list, 'POST /api/auth/signout': () => json({}), ...answers })
  return (await renderPage(<DevicesSection />, '/profile?tab=account')).screen
}

it('a session is ended while another is being ended, and is listed no more', async () => {
  const [one, other] = ['0198c0de-0000-7000-8000-0000000000a1', '0198c0de-0000-7000-8000-0000000000a2']
  const ended = Promise.withResolvers<Response>()
  let listed: object[] = [
    { ...device, id: one },
    { ...device, id: other, device: 'Firefox', origin: 'https://app.example.org' },
  ]
  const end = vi.fn(() => {
    listed = listed.slice(0, 1)
    return json({})
  })
  const ends = {
    [`DELETE /api/auth/sessions/${one}`]: () => ended.promise,
    [`DELETE /api/auth/sessions/${other}`]: end,
  }
  const screen = await open(ends, () => listed)
  await expect.element(screen.getByText('Through app.example.org')).toBeVisible()
  await screen.getByRole('button', { name: /Chrome/ }).click()
  await screen.getByRole('button', { name: /Firefox/ }).click()
  await expect.poll(() => end).toHaveBeenCalledTimes(1)
  ended.resolve(json({}))
  await expect.element(screen.getByRole('button', { name: /Firefox/ })).not.toBeInTheDocument()
})

it('the part around it has the focus once all others are ended, and nothing is left to end', async () => {
  let listed: object[] = [
    { ...device, id: 's1', is_current: true },
    { ...device, id: 's2', device: 'Firefox' },
  ]
  const end = () => {
    listed = listed.slice(0, 1)
    return json({ ended: 1 })
  }
  const screen = await open({ 'POST /api/auth/signout-all': end }, () => listed)
  const button = screen.getByRole('button', { name: 'Sign out all others' })
  await button.click()
  await expect.element(button).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.localName).toBe('section')
})

it('a double press signs out everywhere once, and without a word of failure', async () => {
  const ended = Promise.withResolvers<Response>()
  const end = vi.fn(() => (end.mock.calls.length > 1 ? problem(401, 'sessions.required') : ended.promise))
  const screen = await open({ 'POST /api/auth/signout-all': end })
  await screen.getByRole('button', { name: 'Sign out everywhere' }).dblClick()
  ended.resolve(json({ ended: 2 }))
  await expect.poll(() => localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(end).toHaveBeenCalledTimes(1)
})

it.each([
  ['one’s own', 'hannah', null],
  ['not that of another', 'peter', expect.stringContaining('kX9')],
])('signing out forgets a first visit: %s', async (_, user_id, left) => {
  keepFirstVisit({ to: '/groups/join#kX9', user_id, display_name: 'A member' })
  // What the tab keeps goes with its person.
  sessionStorage.setItem('candles', '[]')
  const screen = await open({ 'POST /api/auth/signout-all': () => json({ ended: 1 }) })
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.poll(() => localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(localStorage.getItem('first_visit')).toEqual(left)
  expect(sessionStorage.getItem('candles')).toBeNull()
})
