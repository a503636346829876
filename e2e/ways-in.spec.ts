import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type ReceivedMail, takeNewMails } from '../server/test/mail.ts'
import { type RunningServer, startServer } from './server.ts'
import { PASSWORD, callAs, expect, fillSignIn, fillSignUp, holdScripts, passWelcome, test as base } from './test.ts'

const NEW_PASSWORD = 'a quiet evening prayer'

/** A separate site: these tests create an administrator, and change who may sign up. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer('sqlite')
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** Waits for the next mail that the server writes to an address. */
async function mailTo(server: RunningServer, email: string): Promise<ReceivedMail> {
  const mails: ReceivedMail[] = []
  await expect
    .poll(async () => {
      mails.push(...(await takeNewMails(server.folder)))
      return mails.some(({ to }) => to.includes(email))
    })
    .toBe(true)
  return mails.find(({ to }) => to.includes(email)) as ReceivedMail
}

const signedIn = (page: Page) => expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()

async function signUp(page: Page, email: string): Promise<void> {
  await fillSignUp(page, email)
  await passWelcome(page)
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/signin')
  await fillSignIn(page, email, password)
}

test('a forgotten password: ask, open the mail, choose another; the old session is dead', async ({
  page,
  server,
  visit,
}) => {
  const email = 'hannah@example.org'
  await page.goto('/signup')
  await signUp(page, email)
  await signedIn(page)
  await mailTo(server, email)

  const other = await visit()
  await other.goto('/signin')
  await other.getByRole('link', { name: 'Forgot your password?' }).click()
  // Without a mail server the page offers nothing; what is asked all the same becomes a file.
  await expect(other.getByText('This site can’t send email yet.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Send link' })).toHaveCount(0)
  expect((await other.request.post('/api/auth/forgot-password', { data: { email } })).status()).toBe(200)
  const { link } = await mailTo(server, email)
  // A mail scanner opens the link first.
  expect((await other.request.get(link.url)).status()).toBe(200)
  await other.goto(link.url)
  await other.getByLabel('New password').fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  expect(other.url()).toBe(`${server.url}/reset-password`)

  await page.goto('/new-prayer')
  await expect(page).toHaveURL(/\/signin\?return=/)
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()

  await other.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(other, email, NEW_PASSWORD)
  await signedIn(other)
  await other.goto(link.url)
  await other.getByLabel('New password').fill('another evening prayer')
  await other.getByRole('button', { name: 'Save password' }).click()
  await expect(other.getByText('This link was already used or has expired.')).toBeVisible()
})

test('an address is confirmed by a press on the page of the link, and then gets codes to sign in', async ({
  page,
  server,
}) => {
  const email = 'tomas@example.org'
  await page.goto('/signup')
  await signUp(page, email)
  await signedIn(page)
  const { link } = await mailTo(server, email)
  await page.goto(link.url)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  const { user } = await callAs<{ user: { email_verified: boolean } }>(page, '/api/auth/session')
  expect(user.email_verified).toBe(true)

  // Without a mail server nothing offers a code; whoever has the address of the form gets it into the folder.
  await page.getByRole('banner').getByText('Sign Out').click()
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Email me a code instead' })).toHaveCount(0)
  await page.goto('/signin/code?return=%2Fgroups')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code', exact: true }).click()
  const field = page.getByLabel('Code from the email')
  await expect(field).toBeFocused()
  const { text } = await mailTo(server, email)
  await field.fill('000 000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('main').getByText('This code is wrong or has expired.').first()).toBeVisible()
  await field.fill(/\d{6}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/groups`)
  await signedIn(page)
})

test('by invitation: an administrator closes sign-up, invites somebody, and they come in', async ({ page, server }) => {
  const output = execFileSync(process.execPath, [path.resolve('server/cli/admin.ts'), 'create', 'peter@example.org'], {
    env: { ...process.env, DATA_DIR: server.folder, DATABASE_URL: '', PUBLIC_URL: server.url },
    encoding: 'utf8',
  })
  await page.goto(/http\S+/.exec(output)?.[0] ?? '')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await signIn(page, 'peter@example.org', PASSWORD)
  await signedIn(page)
  await callAs(page, '/api/admin/settings/sign_up_mode', 'PUT', { value: 'invite' })
  const releaseDesk = await holdScripts(page)
  await page.goto('/admin/users/invite', { waitUntil: 'commit' })
  await page
    .getByLabel('Who would you like to invite?')
    .fill(
      'Name;E-Mail\nGrace Otieno;grace@example.org\nEmeka Obi;emeka@example\nGrace;GRACE@example.org\nPeter;peter@example.org',
    )
  releaseDesk()
  await page.getByRole('button', { name: 'Look through the list' }).click()
  await expect(page.getByText('1 is new')).toBeVisible()
  for (const sum of ['1 is already here or invited', '1 is on the list twice', '1 needs a look'])
    await expect(page.getByText(sum)).toBeVisible()
  await page.getByLabel('Email of Emeka Obi').fill('emeka@example.org')
  await page.getByLabel('Email of Emeka Obi').blur()
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(page.getByRole('heading', { name: '2 people are invited' })).toBeVisible()
  const link = await page.getByRole('row').filter({ hasText: 'Grace Otieno' }).getByText('/signup#').innerText()
  await page.getByRole('banner').getByText('Sign Out').click()
  await expect(page).toHaveURL(`${server.url}/`)

  await page.goto('/signup')
  await expect(page.getByRole('heading', { name: 'By invitation' })).toBeVisible()
  // Opened while the page before is open, and its scripts come late: the code is kept in the address, and read once they are there.
  const release = await holdScripts(page)
  await page.goto(link, { waitUntil: 'commit' })
  // Any entry that the page before adds to its history ends the wait above, and a reload would go before the link.
  await expect(page).toHaveURL(link)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'By invitation' })).toBeVisible()
  release()
  await expect(page.getByText('You’re invited.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  // Offered, and not given: others would see what a list calls her.
  await expect(page.getByLabel('Your name')).toHaveValue('Grace Otieno')
  await passWelcome(page)
  await signedIn(page)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A member')
})
