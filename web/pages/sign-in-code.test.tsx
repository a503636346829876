import { afterEach, beforeEach, expect, it } from 'vitest'
import { json, keeping, mockServer, problem, renderPage } from '../test.tsx'
import { forgetAddress } from '../features/identity/sessions/typedAddress.ts'
import SignInCode from './sign-in-code.tsx'

beforeEach(() => (location.hash = ''))
afterEach(forgetAddress)

it('says what was asked for, for every address the same, and says it again when another code is asked for', async () => {
  mockServer({ 'POST /api/auth/code': () => json({ ticket: 'the-ticket' }) })
  const { screen } = await renderPage(<SignInCode />, '/signin/code')
  await screen.getByLabelText('Email').fill('grace@example.org')
  await screen.getByRole('button', { name: 'Send code' }).click()
  const said = screen.getByText(/^If grace@example.org has an account here, we’ll send it a code/)
  await expect.element(said).toBeVisible()
  await screen.getByRole('button', { name: 'Send another code' }).click()
  // On the page, and in the message that everybody sees.
  await expect.poll(() => said.elements().length).toBe(2)
})

it('waits for the code again in a tab that the phone discarded, until its person goes elsewhere', async () => {
  const typed: unknown[] = []
  mockServer({
    'POST /api/auth/code': () => json({ ticket: 'the-ticket' }),
    'POST /api/auth/code/signin': keeping(typed, () => problem(400, 'sessions.wrong_mail_code')),
  })
  const first = await renderPage(<SignInCode />, '/signin/code')
  await first.screen.getByLabelText('Email').fill('grace@example.org')
  await first.screen.getByRole('button', { name: 'Send code' }).click()
  await expect.element(first.screen.getByLabelText('Code from the email')).toBeVisible()
  const discarded = sessionStorage.getItem('sent_code') ?? ''
  await first.screen.unmount()
  expect(sessionStorage.getItem('sent_code')).toBeNull()
  sessionStorage.setItem('sent_code', discarded)
  const { screen } = await renderPage(<SignInCode />, '/signin/code')
  await screen.getByLabelText('Code from the email').fill('123456')
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  const sent = { email: 'grace@example.org', ticket: 'the-ticket', mail_code: '123456' }
  await expect.poll(() => typed).toEqual([sent])
})

it.each([
  [false, 1],
  [true, 0],
])('an old bookmark is told first whether the site sends mail: %s', async (sends_mail, count) => {
  mockServer({})
  const { screen } = await renderPage(<SignInCode />, '/signin/code', { sends_mail })
  await expect.element(screen.getByRole('link', { name: 'Sign in with a password' })).toBeVisible()
  expect(screen.getByText('This site can’t send email yet.').elements()).toHaveLength(count)
  expect(screen.getByText(/^We’ll email you a six-digit code/).elements()).toHaveLength(1 - count)
})
