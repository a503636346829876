import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  hannah,
  json,
  keeping,
  makeToken,
  storeToken,
  problem,
  renderPage,
  mockServer,
  signedIn,
  signedInAs,
  signUpWays,
} from '../test.tsx'
import { ChangeEmailForm } from '../features/identity/accounts/ChangeEmailForm.tsx'
import { ConfirmAddressNote } from '../features/identity/accounts/ConfirmAddressNote.tsx'
import VerifyEmail from './verify-email.tsx'

const unconfirmed = signedInAs({ ...hannah, email_verified: false })

afterEach(() => {
  location.hash = ''
})

describe('a link to confirm an address', () => {
  beforeEach(() => (location.hash = '#the-secret'))
  /** Opens the link, and presses the button of its page. */
  const press = async (answer: () => Response, others: Parameters<typeof mockServer>[0] = {}) => {
    mockServer({ ...others, 'POST /api/auth/verify-email': answer })
    const { screen } = await renderPage(<VerifyEmail />)
    await screen.getByRole('button', { name: 'Confirm address' }).click()
    return screen
  }

  it('is used by a press, not by opening the page', async () => {
    const sent: unknown[] = []
    mockServer({
      'POST /api/auth/verify-email': keeping(sent, () => json({ pending: null })),
    })
    const { screen } = await renderPage(<VerifyEmail />)
    await expect.element(screen.getByRole('button', { name: 'Confirm address' })).toBeVisible()
    expect(sent).toEqual([])
    await screen.getByRole('button', { name: 'Confirm address' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(sent).toEqual([{ token: 'the-secret' }])
  })

  it('asks for the password of the sign-up that it completes, and signs in with it', async () => {
    location.hash = `#the-secret.${btoa('hannah@example.org')}`
    const sent: unknown[] = []
    mockServer({
      'POST /api/auth/verify-email': ({ body }) => {
        sent.push(body)
        const { password } = body as { password?: string }
        if (password === undefined) return problem(403, 'emails.password_needed')
        return password === 'a quiet evening prayer' ? json({ pending: null }) : problem(400, 'emails.other_sign_up')
      },
      'POST /api/auth/signin': keeping(sent, () => json({ user: hannah, token: makeToken(600) })),
    })
    const { screen } = await renderPage(<VerifyEmail />)
    const confirm = screen.getByRole('button', { name: 'Confirm address' })
    await confirm.click()
    const field = screen.getByLabelText('Password', { exact: true })
    await expect.element(field).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    await field.fill('another evening prayer')
    await confirm.click()
    await expect.element(field).toHaveAccessibleDescription(/Sentence of emails.other_sign_up/)
    await field.fill('a quiet evening prayer')
    await confirm.click()
    await expect.element(screen.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'See prayer requests' })).toHaveAttribute('href', '/welcome')
    expect(sent.slice(1)).toEqual([
      { token: 'the-secret', password: 'another evening prayer' },
      { token: 'the-secret', password: 'a quiet evening prayer' },
      { email: 'hannah@example.org', password: 'a quiet evening prayer' },
    ])
  })

  it('may leave the person waiting to be let in', async () => {
    const screen = await press(() => json({ pending: 'approval' }))
    await expect.element(screen.getByText(/once they’ve approved your account/)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
  })

  it('that is dead can be had anew by somebody who is signed in', async () => {
    storeToken()
    const others = { ...unconfirmed, 'POST /api/auth/resend-verification': () => json({}) }
    const screen = await press(() => problem(400, 'emails.link_expired'), others)
    await expect.element(screen.getByRole('alert').getByText('Sentence of emails.link_expired')).toBeVisible()
    await screen.getByRole('button', { name: 'Send new link' }).click()
    await expect.element(screen.getByText(/^We’re sending a new link to hannah@example.org/)).toBeVisible()
  })

  it('that is dead leads somebody who is signed out, and may not be let in yet, to a new one', async () => {
    const screen = await press(() => problem(400, 'emails.link_expired'))
    const anew = screen.getByRole('alert').getByRole('link', { name: 'Get a new link' })
    await expect.element(anew).toHaveAttribute('href', '/reset-password')
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('that was used before says that the address of its reader is confirmed', async () => {
    storeToken()
    location.hash = `#the-secret.${btoa(hannah.email)}`
    const screen = await press(() => problem(400, 'emails.link_expired'), signedIn)
    await expect.element(screen.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  })

  it('that was used by a press whose answer was lost says that the address is confirmed', async () => {
    storeToken()
    location.hash = `#the-secret.${btoa(hannah.email)}`
    let email_verified = false
    mockServer({
      'GET /api/auth/session': () => json({ user: { ...hannah, email_verified }, token: makeToken(600) }),
      'POST /api/auth/verify-email': () => {
        if (email_verified) return problem(400, 'emails.link_expired')
        email_verified = true
        return Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    const { screen } = await renderPage(<VerifyEmail />)
    const confirm = screen.getByRole('button', { name: 'Confirm address' })
    // The page knows its reader.
    await expect.element(screen.getByText('Press the button to confirm this address is yours.')).toBeVisible()
    await confirm.click()
    await expect.element(screen.getByText(/You seem to be offline/)).toBeVisible()
    await confirm.click()
    await expect.element(screen.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  })

  it.each([
    ['of a change', { pending: null, is_change: true }, hannah.email],
    ['of another account', { pending: null, is_change: false }, 'maria@example.org'],
  ])('%s says whose address is confirmed', async (_, answer, email) => {
    storeToken()
    location.hash = `#the-secret.${btoa(email)}`
    const screen = await press(() => json(answer), signedIn)
    const sentence = `${email} is now the address of the account that asked for it.`
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })

  it('asks for a press again when another is opened in its place', async () => {
    const screen = await press(() => json({ pending: null }))
    await expect.element(screen.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    location.hash = '#another-secret'
    await expect.element(screen.getByRole('button', { name: 'Confirm address' })).toBeVisible()
  })

  it('that was cut off is told', async () => {
    location.hash = ''
    mockServer({})
    const { screen } = await renderPage(<VerifyEmail />)
    await expect.element(screen.getByRole('alert').getByText(/^This link isn’t complete/)).toBeVisible()
  })
})

describe('the reminder', () => {
  beforeEach(storeToken)

  it.each([
    ['is not confirmed', 'unconfirmed', 'Please confirm your address.'],
    ['takes no mail', 'refused', 'Our emails to you came back.'],
  ])('is there for an address that %s, and sends the link again', async (_, mail_state, said) => {
    mockServer({
      ...unconfirmed,
      ...signUpWays(),
      [`GET /api/users/${hannah.id}/preferences`]: () => json({ mail_state }),
      'POST /api/auth/resend-verification': () => json({}),
    })
    const { screen } = await renderPage(<ConfirmAddressNote />)
    await expect.element(screen.getByText(said)).toBeVisible()
    expect(screen.getByText(/We sent/).query()).toBeNull()
    await screen.getByRole('button', { name: 'Send new link' }).click()
    await expect.element(screen.getByText(/sending a new link/)).toBeVisible()
  })

  it('says that the address is confirmed where that was done elsewhere, and not that a link is sent', async () => {
    let email_verified = false
    mockServer({
      ...signUpWays(),
      'GET /api/auth/session': () => json({ user: { ...hannah, email_verified }, token: makeToken(600) }),
      [`GET /api/users/${hannah.id}/preferences`]: () => json({ mail_state: 'unconfirmed' }),
      'POST /api/auth/resend-verification': () => {
        email_verified = true
        return json({})
      },
    })
    const { screen } = await renderPage(<ConfirmAddressNote />)
    await screen.getByRole('button', { name: 'Send new link' }).click()
    await expect.element(screen.getByText('Your address is confirmed')).toBeVisible()
    await expect.element(screen.getByText('Please confirm your address.')).not.toBeInTheDocument()
    expect(screen.getByText(/sending a new link/).query()).toBeNull()
  })

  it('says whom to ask where addresses must be confirmed and the site sends no mail', async () => {
    mockServer({
      ...unconfirmed,
      ...signUpWays({ require_verified_email: true, sends_mail: false }),
    })
    const { screen } = await renderPage(<ConfirmAddressNote />)
    await expect.element(screen.getByText('Ask the people who run it for a reset link.')).toBeVisible()
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  })

  it.each([
    ['is confirmed', signedIn, true],
    ['cannot be written to', unconfirmed, false],
  ])('is not there when the address %s', async (_, session, sends_mail) => {
    mockServer({ ...session, ...signUpWays({ sends_mail }) })
    const { screen } = await renderPage(
      <>
        <ConfirmAddressNote />
        <p>the rest</p>
      </>,
    )
    await expect.element(screen.getByText('the rest')).toBeVisible()
    await expect.element(screen.getByText('Please confirm your address.')).not.toBeInTheDocument()
  })
})

describe('changing one’s own', () => {
  beforeEach(storeToken)
  const fill = async (answers: Parameters<typeof mockServer>[0]) => {
    mockServer({ ...signedIn, ...answers })
    const { screen } = await renderPage(<ChangeEmailForm user={hannah} />)
    await screen.getByLabelText('New email address').fill('new@example.org')
    await screen.getByLabelText('Password', { exact: true }).fill('a quiet evening prayer')
    await screen.getByRole('button', { name: 'Change email address' }).click()
    return screen
  }

  it('gives the password and the address in one step', async () => {
    const screen = await fill({
      'POST /api/auth/confirm': () => json({ confirmed_until: new Date().toISOString() }),
      [`PUT /api/users/${hannah.id}/email`]: () => json({ email: hannah.email, pending_email: 'new@example.org' }),
    })
    await expect.element(screen.getByText(/our email to new@example.org/)).toBeVisible()
  })

  it('says that nothing changes where the address is the one in use', async () => {
    const screen = await fill({
      'POST /api/auth/confirm': () => json({ confirmed_until: new Date().toISOString() }),
      [`PUT /api/users/${hannah.id}/email`]: () => json({ email: hannah.email, pending_email: null }),
    })
    await expect.element(screen.getByText('You’re already using hannah@example.org.')).toBeVisible()
    await expect.element(screen.getByText(/our email to/)).not.toBeInTheDocument()
    await expect.element(screen.getByLabelText('New email address')).toBeVisible()
  })

  it('shows a wrong password beside it, and keeps the address', async () => {
    const screen = await fill({ 'POST /api/auth/confirm': () => problem(400, 'sessions.wrong_password') })
    await expect
      .element(screen.getByLabelText('Password', { exact: true }))
      .toHaveAccessibleDescription(/Sentence of sessions.wrong_password/)
    await expect.element(screen.getByLabelText('New email address')).toHaveValue('new@example.org')
  })
})
