import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hannah, json, keeping, storeToken, problem, renderPage, mockServer, signedIn, signUpWays } from '../test.tsx'
import ChangePasswordForm from '../features/identity/accounts/ChangePasswordForm.tsx'
import { forgetAddress } from '../features/identity/sessions/typedAddress.ts'
import ResetPassword from './reset-password.tsx'

const PASSWORD = 'a quiet evening prayer'

beforeEach(() => (location.hash = ''))
afterEach(() => {
  forgetAddress()
  location.hash = ''
})

describe('a forgotten password', () => {
  it('leads to the same words for every address', async () => {
    const sent: unknown[] = []
    mockServer({
      ...signUpWays(),
      'POST /api/auth/forgot-password': keeping(sent, () => json({})),
    })
    const { screen } = await renderPage(<ResetPassword />)
    await screen.getByLabelText('Email').fill(' hannah@example.org ')
    await screen.getByRole('button', { name: 'Send link' }).click()
    await expect
      .element(screen.getByText(/^If hannah@example.org has an account here, we’ll send it a link/))
      .toBeVisible()
    expect(sent).toEqual([{ email: 'hannah@example.org' }])
  })

  it('asks for an address, beside the field, which takes the focus', async () => {
    mockServer(signUpWays())
    const { screen } = await renderPage(<ResetPassword />)
    await screen.getByRole('button', { name: 'Send link' }).click()
    await expect.element(screen.getByLabelText('Email')).toHaveFocus()
    await expect.element(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Enter an email address/)
  })

  it('takes an address from left to right, also on a page in Arabic', async () => {
    mockServer(signUpWays())
    const { screen } = await renderPage(<ResetPassword />)
    await expect.element(screen.getByLabelText('Email')).toHaveAttribute('dir', 'ltr')
  })

  it.each([
    ['anna.example.org', /has an @/],
    ['anna@example.', /ending is missing/],
    ['an(na@example.org', /can’t have “\(” there/],
  ])('says what is wrong with %j, beside the field', async (written, reason) => {
    mockServer(signUpWays())
    const { screen } = await renderPage(<ResetPassword />)
    await screen.getByLabelText('Email').fill(written)
    await screen.getByRole('button', { name: 'Send link' }).click()
    await expect.element(screen.getByLabelText('Email')).toHaveAccessibleDescription(reason)
  })

  it('says whom to ask where no mail is sent, and offers nothing that can’t work', async () => {
    mockServer(signUpWays({ sends_mail: false }))
    const { screen } = await renderPage(<ResetPassword />)
    await expect.element(screen.getByText('This site can’t send email yet.')).toBeVisible()
    await expect.element(screen.getByText('Ask the people who run it for a reset link.')).toBeVisible()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  })

  it('says so before the site is asked again', async () => {
    mockServer({ 'GET /api/auth/signup': () => new Promise<Response>(() => undefined) })
    const { screen } = await renderPage(<ResetPassword />, '/', { sends_mail: false })
    await expect.element(screen.getByText('This site can’t send email yet.')).toBeVisible()
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  })
})

describe('a link to choose a new one', () => {
  const hash = `#the-secret.${btoa(hannah.email).replaceAll('=', '')}`
  const open = (answer: () => Response) => {
    location.hash = hash
    const sent: unknown[] = []
    mockServer({
      ...signUpWays(),
      'POST /api/auth/reset-password': keeping(sent, answer),
    })
    return { sent, page: renderPage(<ResetPassword />) }
  }

  it('sends the secret, tells a password manager whose it is, and leads to signing in', async () => {
    const { sent, page } = open(() => json({}))
    const { screen } = await page
    await expect.element(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password')
    const name = document.querySelector<HTMLInputElement>('form input[autocomplete="username"]')
    expect(name?.value).toBe(hannah.email)
    await screen.getByLabelText('New password').fill(PASSWORD)
    await screen.getByRole('button', { name: 'Save password' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin')
    expect(sent).toEqual([{ token: 'the-secret', newPassword: PASSWORD }])
  })

  it('keeps what was typed when the link is dead, and offers a new one', async () => {
    const { screen } = await open(() => problem(400, 'passwords.link_expired')).page
    await screen.getByLabelText('New password').fill(PASSWORD)
    await screen.getByRole('button', { name: 'Save password' }).click()
    await expect.element(screen.getByRole('alert')).toHaveFocus()
    await expect.element(screen.getByRole('link', { name: 'Get a new link' })).toBeVisible()
    await expect.element(screen.getByLabelText('New password')).toHaveValue(PASSWORD)
  })

  it('asks for a password again when another is opened in its place', async () => {
    const { sent, page } = open(() => json({}))
    const { screen } = await page
    await screen.getByLabelText('New password').fill(PASSWORD)
    await screen.getByRole('button', { name: 'Save password' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    location.hash = '#another-secret'
    await screen.getByLabelText('New password').fill(`${PASSWORD} again`)
    await screen.getByRole('button', { name: 'Save password' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
    expect(sent).toHaveLength(2)
  })

  it('shows the password when asked to', async () => {
    const { screen } = await open(() => json({})).page
    await screen.getByLabelText('New password').fill(PASSWORD)
    await screen.getByRole('button', { name: 'Show password' }).click()
    await expect.element(screen.getByLabelText('New password')).toHaveAttribute('type', 'text')
    await expect.element(screen.getByLabelText('New password')).toHaveValue(PASSWORD)
  })
})

describe('changing one’s own', () => {
  beforeEach(storeToken)
  const fill = async (answer: () => Response) => {
    mockServer({ ...signedIn, 'POST /api/auth/change-password': answer })
    const { screen } = await renderPage(<ChangePasswordForm />)
    await screen.getByLabelText('Current password').fill('something else')
    await screen.getByLabelText('New password').fill(PASSWORD)
    await screen.getByRole('button', { name: 'Change password' }).click()
    return screen
  }

  it('empties the form and says that it is done', async () => {
    const screen = await fill(() => json({}))
    await expect.element(screen.getByText(/Password changed/)).toBeVisible()
    await expect.element(screen.getByLabelText('Current password')).toHaveValue('')
  })

  it('says that it is done where only the answer to the press before was lost', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(problem(400, 'sessions.wrong_password')),
    ]
    const confirmed: unknown[] = []
    mockServer({
      ...signedIn,
      'POST /api/auth/change-password': () => answers.shift()?.() ?? json({}),
      'POST /api/auth/confirm': keeping(confirmed, () => json({ confirmed_until: '2026-05-20T12:05:00.000Z' })),
    })
    const { screen } = await renderPage(<ChangePasswordForm />)
    await screen.getByLabelText('Current password').fill('something else')
    await screen.getByLabelText('New password').fill(PASSWORD)
    await screen.getByRole('button', { name: 'Change password' }).click()
    await expect.element(screen.getByRole('alert').getByText('Failed to change password')).toBeVisible()
    await screen.getByRole('button', { name: 'Change password' }).click()
    await expect.element(screen.getByText(/Password changed/)).toBeVisible()
    expect(confirmed).toEqual([{ password: PASSWORD }])
  })

  it.each([
    ['sessions.wrong_password', 'Current password'],
    ['sessions.common_password', 'New password'],
  ])('shows %s beside the field that it is about', async (code, label) => {
    const screen = await fill(() => problem(400, code))
    await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(`Sentence of ${code}`))
    await expect.element(screen.getByLabelText('Current password')).toHaveValue('something else')
  })
})
