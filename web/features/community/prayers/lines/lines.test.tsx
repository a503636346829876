import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { json, makePrayer, makeToken, mockServer, problem, renderPage, signedIn } from '../../../../test.tsx'
import { TOKEN_KEY } from '../../../../token.ts'
import LeaveLine from './LeaveLine.tsx'
import { LeftLines } from './LeftLines.tsx'

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
    [`GET /api/prayers/${prayer.id}/lines`]: () =>
      json({ items: [{ ...line, created_at: prayer.created_at }], next_cursor: null }),
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
  await expect.element(screen.getByRole('button', { name: 'Leave a line' })).toHaveFocus()
  expect(onGone).not.toHaveBeenCalled()
})

it('leads on to the heading when a line is deleted, and to the page after the last', async () => {
  const prayer = makePrayer({ is_mine: true })
  const path = `/api/prayers/${prayer.id}/lines`
  const words = ['I pray with you.', 'God bless you.']
  const more = { phrase: null, author: null, is_mine: false, is_held: false, created_at: prayer.created_at }
  const lines = words.map((content, index) => ({ ...more, id: `0198c0de-0000-7000-8000-0000000000f${index}`, content }))
  mockServer({
    ...signedIn,
    [`GET ${path}`]: () => json({ items: lines, next_cursor: null }),
    ...Object.fromEntries(lines.map(({ id }) => [`DELETE ${path}/${id}`, () => json({ id })])),
  })
  const { screen } = await renderPage(
    <main id="main" tabIndex={-1}>
      <Suspense>
        <LeftLines id={prayer.id} />
      </Suspense>
    </main>,
  )
  const remove = screen.getByRole('button', { name: 'Delete' })
  await remove.first().click()
  await expect.element(screen.getByRole('heading', { name: 'Lines left for you' })).toHaveFocus()
  await remove.click()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

function Leaves({ id }: { id: string }) {
  const [isThere, setThere] = useState(true)
  return isThere ? (
    <>
      <LeftLines id={id} />
      <button type="button" onClick={() => setThere(false)}>
        Leave
      </button>
    </>
  ) : (
    <button type="button" onClick={() => setThere(true)}>
      Return
    </button>
  )
}

it('shows all lines, however many were left, and takes the focus for more of them alone', async () => {
  const prayer = makePrayer({ is_mine: true })
  const line = (content: string) => ({
    id: content,
    content,
    phrase: null,
    author: null,
    is_mine: false,
    is_held: false,
    created_at: prayer.created_at,
  })
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}/lines`]: ({ path }: { path: string }) =>
      path.includes('cursor=')
        ? json({ items: [line('I pray with you.')], next_cursor: null })
        : json({ items: [line('God bless you.')], next_cursor: 'c1' }),
  })
  const { screen } = await renderPage(
    <Suspense>
      <Leaves id={prayer.id} />
    </Suspense>,
  )
  const more = screen.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect.element(screen.getByText('I pray with you.')).toBeVisible()
  await expect.element(screen.getByText('God bless you.')).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
  const last = screen.getByRole('listitem').filter({ hasText: 'I pray with you.' })
  await expect.element(last).toHaveFocus()
  await screen.getByRole('button', { name: 'Leave' }).click()
  await screen.getByRole('button', { name: 'Return' }).click()
  await expect.element(last).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})

it('says that the lines could not be loaded, and asks for them again', async () => {
  const prayer = makePrayer({ is_mine: true })
  const line = { id: '0198c0de-0000-7000-8000-0000000000f0', content: 'God bless you.', phrase: null, author: null }
  let isDown = true
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}/lines`]: () =>
      isDown
        ? problem(403, 'request.forbidden')
        : json({
            items: [{ ...line, is_mine: false, is_held: false, created_at: prayer.created_at }],
            next_cursor: null,
          }),
  })
  const { screen } = await renderPage(
    <Suspense>
      <LeftLines id={prayer.id} />
    </Suspense>,
  )
  await expect.element(screen.getByText('Sentence of request.forbidden')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('God bless you.')).toBeVisible()
})
