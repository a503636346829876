import { type Smtp, startSmtp } from '../server/test/mail.ts'
import { type RunningServer, startServer } from './server.ts'
import { PASSWORD, expect, newContext, started, test } from './test.ts'

const APP_PASSWORD = 'abcd efgh ijkl mnop'

let smtp: Smtp
let site: RunningServer
test.beforeAll(async () => {
  smtp = await startSmtp({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(password === APP_PASSWORD ? null : new Error('no'), { user: username ?? '' }),
  })
  site = await startServer('sqlite')
})
test.afterAll(async () => {
  await site.stop()
  await smtp.stop()
})

test('whoever opens the site sets up email in the browser, and it tells them what is wrong', async ({ browser }) => {
  const context = await newContext(browser, site)
  const page = await context.newPage()
  await page.goto(site.set_up_url ?? '')
  await started(page)
  await page.getByLabel('Email').fill('peter@parish.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/opening`)

  await page.goto('/admin/settings')
  await started(page)
  await page.getByRole('link', { name: 'Change Email' }).click()
  const part = page.getByRole('region', { name: 'Email' })
  await expect(part).toBeFocused()
  await expect(part.getByRole('radio', { name: 'Another one' })).toBeInViewport()
  await expect(part.getByText('Not set up. No messages go out.')).toBeVisible()
  await part.getByRole('radio', { name: 'Another one' }).check()
  await part.getByRole('button', { name: 'Save and try it' }).click()
  await expect(part.getByText('Please fill this in.').first()).toBeVisible()
  await part.getByLabel('Email address').fill('prayers@parish.example')
  await part.getByLabel('Mail server').fill('127.0.0.1')
  await part.getByLabel('Port').fill(new URL(smtp.url).port)
  await part.getByLabel('Password', { exact: true }).fill('wrong')
  await part.getByRole('button', { name: 'Save and try it' }).click()
  await expect(part.getByText('The mail server didn’t accept the address or password.')).toBeVisible()
  await expect(part.getByLabel('Email address')).toHaveValue('prayers@parish.example')

  await part.getByLabel('Password', { exact: true }).fill(APP_PASSWORD)
  await part.getByRole('button', { name: 'Save and try it' }).click()
  await expect(part.getByText('Messages go out from prayers@parish.example, through 127.0.0.1.')).toBeVisible()
  expect(smtp.received.map(({ envelope }) => envelope)).toEqual([['peter@parish.example']])

  // The page of somebody who forgot their password no longer says that the site sends no email.
  const visitor = await newContext(browser, site)
  const theirs = await visitor.newPage()
  await theirs.goto('/reset-password')
  await started(theirs)
  await theirs.getByLabel('Email').fill('peter@parish.example')
  await theirs.getByRole('button', { name: 'Send link' }).click()
  await expect.poll(() => smtp.received.length).toBe(2)
  expect(smtp.received[1]?.mail).toMatchObject({ from: 'prayers@parish.example', link: { path: '/reset-password' } })
  await visitor.close()

  await page.reload()
  await started(page)
  await part.getByRole('link', { name: 'Change' }).click()
  await part.getByRole('button', { name: 'Stop using this mailbox' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop using this mailbox' }).click()
  await expect(part.getByText('Not set up. No messages go out.')).toBeVisible()
  await context.close()
})
