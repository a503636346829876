import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { json, makePrayer, mockServer, problem, renderPage, signedIn, storeToken } from '../../../../test.tsx'
import LeaveLine from './LeaveLine.tsx'
import { LeftLines } from './LeftLines.tsx'

beforeEach(storeToken)
const onGone = vi.fn()
afterEach(() => removeEventListener('prayergone', onGone))

const prayer = makePrayer()
const path = `/api/prayers/${prayer.id}/lines`
const makeLine = (id: string, content = id, is_mine = false) => ({
  id,
  content,
  phrase: null,
  author: null,
  is_mine,
  is_held: false,
  created_at: prayer.created_at,
})
const pageOf = (...items: object[]) => json({ items, next_cursor: null })

it('takes a line back whose answer was lost, and the request stays', async () => {
  let isThere = true
  mockServer({
    ...signedIn,
    [`GET ${path}`]: () => pageOf(makeLine('one', 'I pray with you.', true)),
    [`DELETE ${path}/one`]: () => {
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
  mockServer({
    ...signedIn,
    [`GET ${path}`]: () => pageOf(makeLine('one'), makeLine('two')),
    [`DELETE ${path}/one`]: () => json({ id: 'one' }),
    [`DELETE ${path}/two`]: () => json({ id: 'two' }),
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
  mockServer({
    ...signedIn,
    [`GET ${path}`]: ({ path: asked }) =>
      asked.includes('cursor=')
        ? pageOf(makeLine('I pray with you.'))
        : json({ items: [makeLine('God bless you.')], next_cursor: 'c1' }),
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
  let isDown = true
  mockServer({
    ...signedIn,
    [`GET ${path}`]: () => (isDown ? problem(403, 'request.forbidden') : pageOf(makeLine('God bless you.'))),
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

it('says that a line was not left, of one’s own words and of a phrase', async () => {
  mockServer({
    ...signedIn,
    [`GET ${path}`]: () => pageOf(),
    [`POST ${path}`]: () => problem(503, 'server.unavailable'),
  })
  const { screen } = await renderPage(<LeaveLine prayer={prayer} />)
  await screen.getByRole('button', { name: 'Leave a line' }).click()
  const failed = screen.getByText(/^We couldn’t do that\./)
  await screen.getByRole('combobox').selectOptions('shepherd')
  await screen.getByRole('button', { name: 'Leave it' }).click()
  await expect.element(failed).toBeVisible()
  await expect.element(screen.getByText('Your words are kept on this device.')).not.toBeInTheDocument()
  await screen.getByRole('combobox').selectOptions('')
  await screen.getByLabelText('In your words').fill('I lit a candle for him.')
  await screen.getByRole('button', { name: 'Leave it' }).click()
  await expect.element(failed).toBeVisible()
  await expect.element(screen.getByText('Your words are kept on this device.')).toBeVisible()
})

it('takes no other choice while a line is sent: it would look as if it bore no name', async () => {
  const answer = Promise.withResolvers<Response>()
  mockServer({
    ...signedIn,
    [`GET ${path}`]: () => pageOf(),
    [`POST ${path}`]: () => answer.promise,
  })
  const { screen } = await renderPage(<LeaveLine prayer={prayer} />)
  await screen.getByRole('button', { name: 'Leave a line' }).click()
  await screen.getByLabelText('In your words').fill('I lit a candle for him.')
  const signed = screen.getByRole('switch')
  await signed.click()
  await expect.element(signed).toBeChecked()
  const leave = screen.getByRole('button', { name: 'Leave it' })
  await leave.click()
  await expect.element(leave).toHaveAttribute('aria-disabled')
  await signed.click()
  await expect.element(signed).toBeChecked()
  answer.resolve(problem(503, 'server.unavailable'))
  await expect.element(screen.getByText(/^We couldn’t do that\./)).toBeVisible()
  await signed.click()
  await expect.element(signed).not.toBeChecked()
})
