import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, fillSignIn, holdScripts, openStarted, test } from './test.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByText('Sign Out').click()
  await expect(page.getByRole('banner').getByText('Sign In')).toBeVisible()
}

test('somebody adds an authenticator app and signs in with a code of it, or with a recovery code', async ({
  newPerson,
  server,
}) => {
  const { page, email } = await newPerson()
  await page.goto('/profile?tab=account')
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await section.getByRole('button', { name: 'Set up' }).click()
  await expect(section.locator('svg:has(> title)')).toBeVisible()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Six-digit code').fill('12')
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('Enter the six digits from the app.')).toBeVisible()
  await section.getByLabel('Six-digit code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  await expect(section.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const [file] = await Promise.all([page.waitForEvent('download'), section.getByText('Save as a file').click()])
  expect(readFileSync(await file.path(), 'utf8')).toContain(server.url)
  const recovery = (await section.getByRole('listitem').first().textContent()) ?? ''
  await section.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible()

  await signOut(page)
  await page.goto('/signin')
  await fillSignIn(page, email)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/)
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
})

test('somebody adds a passkey and signs in with it, without a password', async ({ newPerson, server }) => {
  const { page, name } = await newPerson()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const device = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/profile?tab=account')
  const section = page.getByRole('region', { name: 'Two-step sign-in' })
  await expect(section.getByLabel('Passkey name')).toBeHidden()
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section.getByLabel('Passkey name')).toHaveValue(/Chrome/)
  await section.getByLabel('Passkey name').fill('My phone')
  // Nobody who leaves here has a passkey on the device that the site does not know.
  expect((await cdp.send('WebAuthn.getCredentials', device)).credentials).toEqual([])
  const library = /\/assets\/esm-/
  await page.route(library, (route) => route.abort())
  await section.getByRole('button', { name: 'Save passkey' }).click()
  // The page has a connection: a newer version may have replaced the file, so it offers to load the page again.
  await expect(section.getByText('We’re having trouble loading the application')).toBeVisible()
  await page.unroute(library)
  // Most browsers do not ask again for a file that a page did not get.
  await page.getByRole('alert').getByText('Reload Page').click()
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByLabel('Passkey name').fill('My phone')
  await section.getByRole('button', { name: 'Save passkey' }).click()
  await expect(section.getByRole('button', { name: 'Remove the passkey My phone' })).toBeVisible()
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await section.getByRole('button', { name: 'Save passkey' }).click()
  await expect(section.getByText('This device already has a passkey here.')).toBeVisible()
  await section.getByRole('button', { name: 'Cancel' }).click()
  await expect(section.getByText('This device already has a passkey here.')).toBeHidden()
  await expect(section.getByRole('button', { name: 'Add a passkey' })).toBeFocused()

  await signOut(page)
  await page.goto('/signin?return=%2Fprofile')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(`${server.url}/profile`)
  await expect(page.getByRole('heading', { name })).toBeVisible()

  await page.goto('/profile?tab=account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText(/We’ll delete your account on/)).toBeVisible()
  await page.goto('/signin?return=%2Fprofile')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your account?' })).toBeFocused()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('signing in leaves no gap in a browser without passkeys', async ({ visit }) => {
  const heights: number[] = []
  for (const hasPasskeys of [true, false]) {
    const page = await visit()
    if (!hasPasskeys) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
    await openStarted(page, '/signin')
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(hasPasskeys ? 1 : 0)
    const [button, below] = await Promise.all([
      page.getByRole('button', { name: 'Sign in', exact: true }).boundingBox(),
      page.getByText('New here?').boundingBox(),
    ])
    heights.push((below?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0))
  }
  expect(heights[0]).toBeGreaterThan(80)
  expect(heights[1]).toBeLessThan(40)
})

test('a passkey is asked for, also when its button was pressed before its part of the page came', async ({ visit }) => {
  const page = await visit()
  const release = await holdScripts(page, /\/assets\/PasskeySignIn-/)
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('passkey'))
  await page.goto('/signin', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click({ force: true })
  release()
  await asked
})
