import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { json, keeping, makeToken, signUpWays, storeToken, problem, renderPage, mockServer, hannah } from '../test.tsx'
import { TOKEN_KEY } from '../token.ts'
import { SignUp } from '../features/identity/sessions/SignUp.tsx'
import { forgetAddress } from '../features/identity/sessions/typedAddress.ts'
import SignIn from './sign-in.tsx'

const ways = (sign_up_mode: 'open' | 'invite' | 'approval', require_verified_email = false) =>
  signUpWays({ sign_up_mode, require_verified_email })

beforeEach(() => (location.hash = ''))
afterEach(() => {
  forgetAddress()
  location.hash = ''
})

const open = async (answers: Parameters<typeof mockServer>[0]) => {
  const sent: unknown[] = []
  const { 'POST /api/auth/signup': answer } = answers
  mockServer({
    ...answers,
    'POST /api/auth/signup': (request) => {
      sent.push(request.body)
      return answer?.(request) ?? json({})
    },
  })
  return { sent, ...(await renderPage(<SignUp />, '/signup')) }
}
type Screen = Awaited<ReturnType<typeof renderPage>>['screen']
const send = async (screen: Screen) => {
  await screen.getByLabelText('Email').fill('grace@example.org')
  await screen.getByLabelText('Password', { exact: true }).fill('a quiet evening prayer')
  await screen.getByRole('button', { name: 'Sign up' }).click()
}

it('asks the question of the site, and sends the answer', async () => {
  const { screen, sent } = await open({
    ...signUpWays({ sign_up_mode: 'approval', join_question: 'How do you know us?' }),
    'POST /api/auth/signup': () => json({ pending: 'approval' }, 202),
  })
  await screen.getByLabelText(/How do you know us/).fill('I sing in the choir.')
  await send(screen)
  await expect.poll(() => sent).toMatchObject([{ join_answer: 'I sing in the choir.' }])
})

it('takes a whole link where a code is asked for', async () => {
  const invitation = 'PWdYTYbMH3bXMToXBl5VsIo-4Cvw2V8aQm2MmUKj4hA'
  const opened: unknown[] = []
  const { screen } = await open({
    ...ways('invite'),
    'POST /api/invitations/open': keeping(opened, () => json({ email: null, name: '', lets_in: true })),
  })
  await screen.getByLabelText('Code').fill(`https://pray.example.org/signup#${invitation}`)
  await screen.getByRole('button', { name: 'Go on' }).click()
  await expect.element(screen.getByText(/^You’re invited/)).toBeVisible()
  await expect.poll(() => opened).toEqual([{ invitation }])
})

describe('a browser that keeps nothing for the site', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    delete (document as { cookie?: string }).cookie
  })
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }

  it.each([
    ['storage', () => void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)],
    ['cookies', () => Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} })],
    ['cookies, with an error', () => Object.defineProperty(document, 'cookie', { configurable: true, get: refuse })],
  ])('is told to allow it when it blocks %s, before a password is sent', async (_, block) => {
    const sent: unknown[] = []
    mockServer({
      ...ways('open'),
      'POST /api/auth/signin': ({ body }) => (sent.push(body), json({ user: hannah, token: makeToken(600) })),
    })
    const { screen } = await renderPage(<SignIn />, '/signin')
    block()
    await screen.getByLabelText('Email').fill('hannah@example.org')
    await screen.getByLabelText('Password', { exact: true }).fill('a quiet evening prayer')
    await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.element(screen.getByText(/^Your browser is blocking cookies for this site/)).toBeVisible()
    await expect.element(screen.getByText(/^Allow cookies for this site/)).toBeVisible()
    expect(sent).toEqual([])
    await expect.element(screen.getByLabelText('Email')).toHaveValue('hannah@example.org')
  })
})

describe('signing up', () => {
  it('opens a session and leads to the welcome, without a name made of the address', async () => {
    const { screen, router, sent } = await open({
      ...ways('open'),
      'POST /api/auth/signup': () => json({ user: hannah, token: makeToken(600) }),
    })
    await send(screen)
    await expect.poll(() => router.state.location.pathname).toBe('/welcome')
    expect(sent).toEqual([{ email: 'grace@example.org', password: 'a quiet evening prayer', displayName: 'A member' }])
    expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull()
  })

  it('may end at the mailbox, without a session', async () => {
    const { screen } = await open({
      ...ways('open', true),
      'POST /api/auth/signup': () => json({ pending: 'verify_email' }, 202),
    })
    await send(screen)
    await expect.element(screen.getByRole('heading', { name: 'Check your inbox' })).toHaveFocus()
    await expect.element(screen.getByText(/^Open the link in our email to grace@example.org/)).toBeVisible()
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  })

  it.each([
    ['', 0],
    ['#the-secret', 1],
  ])('leads to another link whoever came by an invitation, which may be used up: %j', async (hash, count) => {
    location.hash = hash
    const { screen } = await open({
      ...ways('open', true),
      'POST /api/invitations/open': () => json({ email: null, name: '', lets_in: true }),
      'POST /api/auth/signup': () => json({ pending: 'verify_email' }, 202),
    })
    await send(screen)
    await expect.element(screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    const links = screen.getByRole('link', { name: 'Get a new link' }).elements()
    expect(links.filter((link) => link.getAttribute('href') === '/reset-password')).toHaveLength(count)
  })

  it('gives the form back to whoever mistyped the address', async () => {
    const { screen, sent } = await open({
      ...ways('open', true),
      'POST /api/auth/signup': () => json({ pending: 'verify_email' }, 202),
    })
    await send(screen)
    await screen.getByRole('button', { name: 'Try another address' }).click()
    await expect.element(screen.getByLabelText('Email')).toHaveValue('')
    await send(screen)
    await expect.element(screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    expect(sent).toHaveLength(2)
  })

  it('does not say that an email was sent where none is', async () => {
    const { screen } = await open({
      ...signUpWays({ require_verified_email: true, sends_mail: false }),
      'POST /api/auth/signup': () => json({ pending: 'verify_email' }, 202),
    })
    await send(screen)
    await expect.element(screen.getByRole('heading', { name: 'This site can’t send email yet.' })).toBeVisible()
    expect(screen.getByText(/our email to/).query()).toBeNull()
  })

  it('marks the field that the server refuses, and takes the focus there', async () => {
    const { screen } = await open({
      ...ways('open'),
      'POST /api/auth/signup': () => problem(409, 'sessions.email_taken'),
    })
    await send(screen)
    const email = screen.getByLabelText('Email')
    await expect.element(email).toHaveFocus()
    await expect.element(email).toHaveAttribute('aria-invalid', 'true')
    await expect.element(email).toHaveAccessibleDescription('Sentence of sessions.email_taken')
  })

  it('may wait for the people who run the site, and says so before and after', async () => {
    const { screen } = await open({
      ...ways('approval'),
      'POST /api/auth/signup': () => json({ pending: 'approval' }, 202),
    })
    await expect.element(screen.getByText('New accounts are approved by hand.')).toBeVisible()
    await send(screen)
    await expect.element(screen.getByRole('heading', { name: 'Thanks for signing up' })).toBeVisible()
  })

  it('needs an invitation where people are invited: without one there is an explanation and no form', async () => {
    const { screen } = await open(ways('invite'))
    await expect.element(screen.getByRole('heading', { name: 'By invitation only' })).toBeVisible()
    await expect.element(screen.getByLabelText('Email')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('says kindly that a code has ended, and takes another', async () => {
    location.hash = '#ABCD-EFGH.'
    const { screen } = await open({
      ...ways('invite'),
      'POST /api/invitations/open': ({ body }) =>
        (body as { invitation: string }).invitation === 'ABCD-EFGH'
          ? problem(400, 'invitations.link_expired')
          : json({ email: null, name: '', lets_in: true }),
    })
    await expect.element(screen.getByText('This code doesn’t work any more.')).toBeVisible()
    await expect.element(screen.getByLabelText('Code')).toHaveValue('ABCD-EFGH')
    await expect.element(screen.getByLabelText('Code')).toHaveFocus()
    await screen.getByLabelText('Code').fill('JKLM-NPQR')
    await screen.getByRole('button', { name: 'Go on' }).click()
    await expect.element(screen.getByText(/You’re invited/)).toBeVisible()
    await expect.element(screen.getByLabelText('Email')).toBeVisible()
  })

  it.each(['abcd efgh', 'ABCD—EFGH', 'ab%cd'])('hands in the code %j as it was typed', async (typed) => {
    const { screen, sent } = await open({
      ...ways('invite'),
      'POST /api/invitations/open': ({ body }) => (sent.push(body), json({ email: null, name: '', lets_in: true })),
    })
    await screen.getByLabelText('Code').fill(typed)
    await screen.getByRole('button', { name: 'Go on' }).click()
    await expect.element(screen.getByText(/You’re invited/)).toBeVisible()
    await expect.poll(() => sent).toEqual([{ invitation: typed }])
  })

  it('waits for the address of an invitation when the button is pressed first, and moves nobody who types', async () => {
    location.hash = '#the-secret'
    const { promise: read, resolve } = Promise.withResolvers<void>()
    const { screen, sent } = await open({
      ...ways('invite'),
      'POST /api/invitations/open': async () => {
        await read
        return json({ email: 'grace@example.org', name: 'Grace', lets_in: true })
      },
    })
    await screen.getByLabelText('Password', { exact: true }).fill('a quiet evening prayer')
    await screen.getByRole('button', { name: 'Sign up' }).click()
    await screen.getByLabelText('Email').click()
    resolve()
    await expect.poll(() => sent).toMatchObject([{ email: 'grace@example.org', invitation: 'the-secret' }])
    await expect.element(screen.getByLabelText('Email')).toHaveFocus()
  })

  it('hands in the invitation that is in the address, and keeps what was typed when it does not hold', async () => {
    location.hash = '#the-secret'
    const { screen, sent } = await open({
      ...ways('invite'),
      'POST /api/auth/signup': () => problem(400, 'invitations.link_expired'),
    })
    await expect.element(screen.getByText(/You’re invited/)).toBeVisible()
    await send(screen)
    await expect.element(screen.getByRole('alert').getByText('Sentence of invitations.link_expired')).toBeVisible()
    await expect.element(screen.getByLabelText('Email')).toHaveValue('grace@example.org')
    expect(sent).toEqual([
      {
        email: 'grace@example.org',
        password: 'a quiet evening prayer',
        displayName: 'A member',
        invitation: 'the-secret',
      },
    ])
  })
})

it('carries a typed address along, marks the password that is wrong, and keeps neither in the address bar', async () => {
  mockServer({ 'POST /api/auth/signin': () => problem(400, 'sessions.wrong_credentials'), ...ways('open') })
  const { screen, router } = await renderPage(<SignIn />, '/signin')
  await screen.getByLabelText('Email').fill('grace@example.org')
  await screen.getByLabelText('Password', { exact: true }).fill('not the password')
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  const password = screen.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveAttribute('aria-invalid', 'true')
  await expect.element(password).toHaveAccessibleDescription('Check your email and password, or reset your password.')
  expect(router.state.location.search).toBe('')
  await screen.unmount()
  const next = await renderPage(<SignUp />, '/signup')
  await expect.element(next.screen.getByLabelText('Email')).toHaveValue('grace@example.org')
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('grace')
})

it('tells somebody whose session has ended why they are asked to sign in', async () => {
  storeToken()
  mockServer({})
  const { screen, router } = await renderPage(<SignIn />, '/')
  await router.navigate('/signin?return=/new-prayer', { state: 'ended' })
  await expect.element(screen.getByRole('alert').getByText('Authentication failed')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Forgot your password?' }))
    .toHaveAttribute('href', '/reset-password')
})
