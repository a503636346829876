import { beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../contract/accounts.ts'
import { hannah, json, keeping, storeToken, mockServer, problem, renderPage, signedIn } from '../../test.tsx'
import { DiscreetSection } from './DiscreetSection.tsx'

const account: Account = { ...hannah, about: '', email_verified: true, created_at: '2026-01-02T03:04:05.678Z' }
const PUT = `PUT /api/users/${hannah.id}/preferences`

beforeEach(storeToken)

it('turns discreet mode on and off, and says what it is called and what it cannot hide', async () => {
  const sent: unknown[] = []
  mockServer({
    ...signedIn,
    [PUT]: keeping(sent, () => json({})),
  })
  const { screen } = await renderPage(<DiscreetSection account={account} />)
  await expect.element(screen.getByText('“Notes”', { exact: false })).toBeVisible()
  await expect.element(screen.getByText('your browser’s history', { exact: false })).toBeVisible()
  const choice = screen.getByRole('switch')
  await choice.click()
  await expect.poll(() => sent).toEqual([{ is_discreet: true }])
  await expect.element(choice).toBeChecked()
  await choice.click()
  await expect.poll(() => sent).toEqual([{ is_discreet: true }, { is_discreet: false }])
  await expect.element(choice).not.toBeChecked()
})

it('goes back when it could not be saved', async () => {
  mockServer({ ...signedIn, [PUT]: () => problem(503, 'server.unavailable') })
  const { screen } = await renderPage(<DiscreetSection account={account} />)
  await screen.getByRole('switch').click()
  await expect.element(screen.getByText('We couldn’t save that.')).toBeVisible()
  await expect.element(screen.getByRole('switch')).not.toBeChecked()
})
