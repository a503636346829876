import { expect, it } from 'vitest'
import { json, makePrayer, makeToken, mockServer, problem, renderPage, signedIn } from '../../../../test.tsx'
import { TOKEN_KEY } from '../../../../token.ts'
import LeaveLine from './LeaveLine.tsx'

it('says that a line was not left, of one’s own words and of a phrase', async () => {
  localStorage.setItem(TOKEN_KEY, makeToken(600))
  const prayer = makePrayer()
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}/lines`]: () => json([]),
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
