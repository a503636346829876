import { beforeEach, expect, it } from 'vitest'
import { json, losesAnswer, makePrayer, storeToken, mockServer, renderPage, signedIn } from '../../../test.tsx'
import ReportDialog from './ReportDialog.tsx'

beforeEach(storeToken)

it('keeps its words until they have arrived, and then counts once', async () => {
  const prayer = makePrayer()
  const report = losesAnswer(() => json({ id: prayer.id }))
  mockServer({ ...signedIn, [`POST /api/prayers/${prayer.id}/report`]: report.handler })
  const open = async () => (await renderPage(<ReportDialog prayer={prayer} onClose={() => {}} />)).screen
  const send = async (screen: Awaited<ReturnType<typeof open>>) => {
    await screen.getByRole('radio', { name: 'Spam or asking for money' }).click()
    await screen.getByRole('button', { name: 'Send report' }).click()
  }
  const before = await open()
  await before.getByRole('textbox').fill('They ask for money.')
  await send(before)
  await expect.element(before.getByText('Your report wasn’t sent.')).toBeVisible()
  await before.unmount()

  const after = await open()
  await expect.element(after.getByRole('textbox')).toHaveValue('They ask for money.')
  await send(after)
  await expect.poll(() => report.keys).toHaveLength(2)
  report.expectOneKey()
  await expect.element(after.getByRole('textbox')).not.toBeInTheDocument()
  // Where the answer is: the button that was pressed is gone.
  expect(after.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
  await after.unmount()
  await expect.element((await open()).getByRole('textbox')).toHaveValue('')
})

it('takes no words while it is sent, which would be erased with the others', async () => {
  const prayer = makePrayer()
  const answer = Promise.withResolvers<Response>()
  mockServer({ ...signedIn, [`POST /api/prayers/${prayer.id}/report`]: () => answer.promise })
  const { screen } = await renderPage(<ReportDialog prayer={prayer} onClose={() => {}} />)
  await screen.getByRole('radio', { name: 'Spam or asking for money' }).click()
  await screen.getByRole('button', { name: 'Send report' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('readonly')
  // Nor another choice, of which nobody would hear.
  await screen.getByRole('radio', { name: 'Someone may be in danger' }).click()
  answer.resolve(json({ id: prayer.id }))
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  expect(screen.getByText(/If someone is in danger right now/).query()).toBeNull()
})
