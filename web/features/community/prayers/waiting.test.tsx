import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { json, keeping, makeToken, mockServer, storeToken } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { keepCandle } from '../../identity/sessions/candles.ts'
import { sendWaiting } from './waiting.ts'

it('sends nothing more for whoever has signed out while the first was sent: the next person did not pray', async () => {
  storeToken()
  for (const id of ['one', 'two']) keepCandle(id, 'hannah', id)
  const first = Promise.withResolvers<Response>()
  const prayed = { has_prayed: true, pray_count: 1, next_at: null }
  const [one, two]: [unknown[], unknown[]] = [[], []]
  mockServer({
    'POST /api/prayers/one/pray': keeping(one, () => first.promise),
    'POST /api/prayers/two/pray': keeping(two, () => json(prayed)),
  })
  const sent = sendWaiting(new QueryClient())
  await expect.poll(() => one).toHaveLength(1)
  sessionStorage.clear()
  localStorage.setItem(TOKEN_KEY, makeToken(600, 'ruth'))
  first.resolve(json(prayed))
  await sent
  expect(two).toEqual([])
})
