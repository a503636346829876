import { beforeEach, expect, it } from 'vitest'
import { json, makePrayer, mockServer, problem, renderPage, signedIn, storeToken } from '../../../../test.tsx'
import LeaveLine from './LeaveLine.tsx'

beforeEach(storeToken)

it('says that a line was not left, of one’s own words and of a phrase', async () => {
  const prayer = makePrayer()
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}/lines`]: () => json({ items: [], next_cursor: null }),
    [`POST /api/prayers/${prayer.id}/lines`]: () => problem(503, 'server.unavailable'),
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
  const prayer = makePrayer()
  const answer = Promise.withResolvers<Response>()
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}/lines`]: () => json({ items: [], next_cursor: null }),
    [`POST /api/prayers/${prayer.id}/lines`]: () => answer.promise,
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
