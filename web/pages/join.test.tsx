import { afterEach, beforeEach, expect, it } from 'vitest'
import { hannah, json, makeGroup, mockServer, problem, renderPage, signedIn, signedInAs, storeToken } from '../test.tsx'
import JoinRoute from './join.tsx'

const group = makeGroup({ joining: 'invite' })

beforeEach(() => {
  storeToken()
  location.hash = '#kX9'
})
afterEach(() => {
  location.hash = ''
  sessionStorage.clear()
})

it('asks for the group of an invitation once more, when that failed', async () => {
  let asked = 0
  const answer = () => {
    asked += 1
    return asked === 1 ? problem(429, 'request.too_many') : json(group)
  }
  mockServer({ ...signedIn, 'GET /api/invites/kX9': answer })
  const { screen } = await renderPage(<JoinRoute />, '/groups/join')
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Tuesday Evening Circle' })).toBeVisible()
})

it.each(['#kX9.', '#kX9)', '#kX9%E2%80%9D!'])(
  'opens the link of an invitation with a sign that a chat took for a part of it: %s',
  async (hash) => {
    location.hash = hash
    mockServer({ ...signedIn, 'GET /api/invites/kX9': () => json(group) })
    const { screen } = await renderPage(<JoinRoute />, '/groups/join')
    await expect.element(screen.getByRole('heading', { name: 'Tuesday Evening Circle' })).toBeVisible()
  },
)

it('calls somebody who has given no name so in the words of the page, wherever they signed up', async () => {
  const nameless = { ...hannah, display_name: 'Ein Mitglied' }
  mockServer({ ...signedInAs(nameless), 'GET /api/invites/kX9': () => json(group) })
  const { screen } = await renderPage(<JoinRoute />, '/groups/join')
  await expect.element(screen.getByText(/^A member is signed in here\./)).toBeVisible()
})

it('asks for another code in place of a dead one', async () => {
  mockServer({ ...signedIn, 'GET /api/invites/kX9': () => problem(404, 'groups.no_invite') })
  const { screen } = await renderPage(<JoinRoute />, '/groups/join')
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull()
})
