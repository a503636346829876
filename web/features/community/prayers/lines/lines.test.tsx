import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { json, makePrayer, makeToken, mockServer, problem, renderPage, signedIn } from '../../../../test.tsx'
import { TOKEN_KEY } from '../../../../token.ts'
import LeaveLine from './LeaveLine.tsx'

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))
const onGone = vi.fn()
afterEach(() => removeEventListener('prayergone', onGone))

it('takes a line back whose answer was lost, and the request stays', async () => {
  const prayer = makePrayer({ takes_lines: true })
  const id = '0198c0de-0000-7000-8000-0000000000e1'
  const line = { id, content: 'I pray with you.', phrase: null, author: null, is_mine: true, is_held: false }
  let isThere = true
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}/lines`]: () => json([{ ...line, created_at: prayer.created_at }]),
    [`DELETE /api/prayers/${prayer.id}/lines/${id}`]: () => {
      if (!isThere) return problem(404, 'prayers.not_found')
      isThere = false
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  addEventListener('prayergone', onGone)
  const { screen } = await renderPage(
    <Suspense>
      <LeaveLine prayer={prayer} />
    </Suspense>,
  )
  const back = screen.getByRole('button', { name: 'Take back' })
  await back.click()
  await expect.poll(() => isThere).toBe(false)
  await expect.element(screen.getByText(/^We couldn’t do that/)).toBeVisible()
  await back.click()
  await expect.element(back).not.toBeInTheDocument()
  expect(onGone).not.toHaveBeenCalled()
})
