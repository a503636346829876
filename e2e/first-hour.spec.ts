import { isFull } from '../server/test/depth.ts'
import { startSmtp } from '../server/test/mail.ts'
import { startServer } from './server.ts'
import { PASSWORD, ask, expect, newContext, openStarted, test } from './test.ts'

/** At full depth a whole parish: every mail is one more of the same. */
const PEOPLE = isFull ? 50 : 12
/** Volunteers begin on their phones. */
const sizes = [{ width: 390, height: 844 }, ...(isFull ? [{ width: 1280, height: 900 }] : [])]

for (const viewport of sizes) {
  test(`the first hour: from the set-up link to the first prayer of the last who was invited, ${viewport.width} wide`, async ({
    browser,
  }) => {
    test.slow()
    const smtp = await startSmtp()
    // Nothing is set: the site learns its address from whoever opens it.
    const site = await startServer('sqlite', { PUBLIC_URL: '', MAIL_PER_MINUTE: '10000' })
    const context = await newContext(browser, site, { viewport })
    const page = await context.newPage()
    await openStarted(page, site.set_up_url ?? '')
    await page.getByLabel('Email').fill('ruth@parish.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create administrator' }).click()

    // Five questions.
    await page.getByLabel('Site name').fill('St Joseph’s')
    await expect(page.getByRole('banner')).toContainText('St Joseph’s')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\/opening\/address$/)
    await page.getByRole('button', { name: 'Yes, that’s our address' }).click()
    await expect(page.getByText('opens on this machine only')).toBeVisible()
    await page.getByRole('button', { name: 'Use it anyway' }).click()
    await page.getByRole('radio', { name: 'By invitation' }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: 'Another one' }).check()
    await page.getByLabel('Email address').fill('prayers@parish.example')
    await page.getByLabel('Mail server').fill('127.0.0.1')
    await page.getByLabel('Port').fill(new URL(smtp.url).port)
    await page.getByRole('checkbox', { name: 'This server wants a password' }).uncheck()
    await page.getByRole('button', { name: 'Save and try it' }).click()
    await expect(page.getByText('Your mailbox works.')).toBeVisible()
    await page.getByRole('button', { name: 'I’ve got it' }).click()
    await page.getByRole('radio', { name: 'Vespers' }).check()
    await page.getByRole('button', { name: 'Open St Joseph’s' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'St Joseph’s is open' })).toBeVisible()
    await expect(page.getByText('All quiet')).toHaveCount(0)

    // A whole list of people at once.
    await page.getByRole('link', { name: 'Invite people' }).click()
    const list = Array.from({ length: PEOPLE }, (_, index) => `Person ${index + 1} <person${index + 1}@parish.example>`)
    await page.getByLabel('Who would you like to invite?').fill(list.join('\n'))
    await page.getByRole('button', { name: 'Look through the list' }).click()
    await page.getByRole('button', { name: `Invite ${PEOPLE} people` }).click()
    await expect(page.getByRole('heading', { name: `${PEOPLE} people are invited` })).toBeVisible()
    const mailTo = (address: string) => smtp.received.find(({ envelope }) => envelope.includes(address))?.mail
    await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(PEOPLE + 1)
    await page.goto('/admin')
    await expect(page.getByText('Invite your first people')).not.toHaveRole('link')

    // The last of them comes in, and prays for the first request.
    await ask(page, 'For everyone who will ask for prayer here.')
    const theirs = await (await newContext(browser, site, { viewport })).newPage()
    await openStarted(theirs, mailTo(`person${PEOPLE}@parish.example`)?.link.url ?? '')
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Sign up' }).click()
    await theirs.getByRole('button', { name: 'Continue' }).click()
    for (const step of [2, 3]) {
      // The address changes before the page does, and each step has a button of this name.
      await expect(theirs.getByText(`${step} of 3`)).toBeVisible()
      await theirs.getByRole('button', { name: 'Skip' }).click()
    }
    await theirs.getByRole('button', { name: 'Look around first' }).click()
    const card = theirs.getByRole('article').filter({ hasText: 'For everyone who will ask' })
    await card.getByRole('button', { name: 'Pray', exact: true }).click()
    await expect(card.getByRole('button', { name: 'You prayed' })).toBeVisible()
    await site.stop()
    await smtp.stop()
  })
}
