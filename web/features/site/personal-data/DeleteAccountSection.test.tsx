import { beforeEach, expect, it } from 'vitest'
import { hannah, json, makeToken, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import { readToken, TOKEN_KEY } from '../../../token.ts'
import { DeleteAccountSection } from './DeleteAccountSection.tsx'

const DELETE = `DELETE /api/users/${hannah.id}`

beforeEach(storeToken)

it('asks what becomes of the requests, says when it is final, and signs out', async () => {
  const asked: string[] = []
  mockServer({
    ...signedIn,
    [DELETE]: ({ path }) => {
      asked.push(path)
      return json({ id: hannah.id, deletes_at: '2026-05-27T12:00:00.000Z' })
    },
    'POST /api/auth/signout': () => json({}),
  })
  const { screen } = await renderPage(<DeleteAccountSection user_id={hannah.id} />)
  await screen.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete your account?' })
  await expect.element(dialog.getByRole('radio', { name: /Keep them, without my name/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /Delete them too/ }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect.element(screen.getByText(/delete your account on 27 May/)).toBeVisible()
  expect(asked).toEqual([`/api/users/${hannah.id}?prayers=delete`])
  await expect.poll(readToken).toBeNull()
})

it('signs out nobody who has signed in before the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  mockServer({ ...signedIn, [DELETE]: () => answer.promise, 'POST /api/auth/signout': () => json({}) })
  const { screen } = await renderPage(<DeleteAccountSection user_id={hannah.id} />)
  await screen.getByRole('button', { name: 'Delete my account' }).click()
  const button = screen.getByRole('dialog').getByRole('button', { name: 'Delete my account' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  const next = makeToken(600, 'ruth')
  localStorage.setItem(TOKEN_KEY, next)
  answer.resolve(json({ id: hannah.id, deletes_at: '2026-05-27T12:00:00.000Z' }))
  await expect.element(button).not.toHaveAttribute('aria-disabled')
  expect(readToken()).toBe(next)
})

it('does nothing when the person thinks better of it', async () => {
  const requests = mockServer(signedIn)
  const { screen } = await renderPage(<DeleteAccountSection user_id={hannah.id} />)
  await screen.getByRole('button', { name: 'Delete my account' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(requests.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false)
})

it('tells the last administrator why it cannot be', async () => {
  mockServer({ ...signedIn, [DELETE]: () => problem(409, 'users.last_admin') })
  const { screen } = await renderPage(<DeleteAccountSection user_id={hannah.id} />)
  await screen.getByRole('button', { name: 'Delete my account' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect.element(screen.getByRole('alert').getByText(/Sentence of users\.last_admin/)).toBeVisible()
  expect(readToken()).not.toBeNull()
})
