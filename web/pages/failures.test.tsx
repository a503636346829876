import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hannah, json, storeToken, problem, renderPage, mockServer, signedIn, signUpWays } from '../test.tsx'
import { TOKEN_KEY } from '../token.ts'
import ChangePasswordForm from '../features/identity/accounts/ChangePasswordForm.tsx'
import ResetPassword from './reset-password.tsx'
import { ResendButton } from '../features/identity/accounts/ResendButton.tsx'
import VerifyEmail from './verify-email.tsx'
import SignIn from './sign-in.tsx'
import { SignUp } from '../features/identity/sessions/SignUp.tsx'

beforeEach(() => {
  storeToken()
  location.hash = ''
})
afterEach(() => {
  location.hash = ''
})

interface Screen {
  sentence: string
  request: string
  element: ReactNode
  /** Values by label. */
  fields: Record<string, string>
  button: string
  hash?: string
}

const screens: Screen[] = [
  {
    sentence: 'Unknown authentication error',
    request: 'POST /api/auth/signin',
    element: <SignIn />,
    fields: { Email: hannah.email, Password: 'a quiet evening prayer' },
    button: 'Sign in',
  },
  {
    sentence: 'Unknown registration error',
    request: 'POST /api/auth/signup',
    element: <SignUp />,
    fields: { Email: hannah.email, Password: 'a quiet evening prayer' },
    button: 'Sign up',
  },
  {
    sentence: 'Failed to send reset email',
    request: 'POST /api/auth/forgot-password',
    element: <ResetPassword />,
    fields: { Email: hannah.email },
    button: 'Send link',
  },
  {
    sentence: 'Failed to reset password',
    request: 'POST /api/auth/reset-password',
    element: <ResetPassword />,
    fields: { 'New password': 'a quiet evening prayer' },
    button: 'Save password',
    hash: '#secret',
  },
  {
    sentence: 'Failed to change password',
    request: 'POST /api/auth/change-password',
    element: <ChangePasswordForm />,
    fields: { 'Current password': 'something', 'New password': 'a quiet evening prayer' },
    button: 'Change password',
  },
  {
    sentence: 'Failed to verify email',
    request: 'POST /api/auth/verify-email',
    element: <VerifyEmail />,
    fields: {},
    button: 'Confirm address',
    hash: '#secret',
  },
  {
    sentence: 'Failed to resend verification email',
    request: 'POST /api/auth/resend-verification',
    element: <ResendButton email={hannah.email} />,
    fields: {},
    button: 'Send new link',
  },
]

describe.each(screens)('$sentence', ({ sentence, request, element, fields, button, hash = '' }) => {
  const press = async (answer: () => Response | Promise<Response>) => {
    location.hash = hash
    mockServer({ ...signedIn, ...signUpWays(), [request]: answer })
    const { screen } = await renderPage(element)
    for (const [label, value] of Object.entries(fields)) await screen.getByLabelText(label, { exact: true }).fill(value)
    await screen.getByRole('button', { name: button }).click()
    return screen
  }

  it.each([
    ['answers with a page of HTML', () => new Response('<html><h1>502 Bad Gateway</h1></html>', { status: 502 })],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is what is said when the server %s', async (_, answer) => {
    const screen = await press(answer)
    await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible()
    await expect.element(screen.getByRole('alert').getByText(/</)).not.toBeInTheDocument()
    for (const [label, value] of Object.entries(fields)) {
      await expect.element(screen.getByLabelText(label, { exact: true })).toHaveValue(value)
    }
  })

  it('gives way to the sentence of a refusal', async () => {
    const screen = await press(() => problem(429, 'request.too_many'))
    await expect.element(screen.getByRole('alert').getByText('Sentence of request.too_many')).toBeVisible()
    await expect.element(screen.getByRole('alert').getByText(sentence)).not.toBeInTheDocument()
  })
})

it('says that authentication failed when no user is returned', async () => {
  localStorage.clear()
  mockServer({ 'POST /api/auth/signin': () => json({}) })
  const { screen } = await renderPage(<SignIn />)
  await screen.getByLabelText('Email').fill(hannah.email)
  await screen.getByLabelText('Password', { exact: true }).fill('a quiet evening prayer')
  await screen.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(screen.getByRole('alert').getByText('Authentication failed. Please try again.')).toBeVisible()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})
