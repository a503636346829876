import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type ReceivedMail, type Smtp, startSmtp } from '../server/test/mail.ts'
import { expect, fillSignUp, newContext, started, test } from './test.ts'
import { HOUR_MS } from '../contract/time.values.ts'

const READER = 'old.friend@example.org'

let smtp: Smtp
let child: ChildProcess
let url: string
test.beforeAll(async () => {
  smtp = await startSmtp()
  child = spawn(path.resolve('node_modules/.bin/node'), ['e2e/chains-server.ts'], {
    env: { ...process.env, NODE_ENV: 'production', SMTP_URL: smtp.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  url = await nextLine()
})
test.afterAll(async () => {
  child.kill()
  await smtp.stop()
})

async function nextLine(): Promise<string> {
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return line.toString().trim()
}

/** Moves the clock of the server, and does what is due by then. */
async function wait(ms: number): Promise<void> {
  const done = nextLine()
  child.stdin?.write(`${ms}\n`)
  await done
}

const mailsTo = (address: string): ReceivedMail[] =>
  smtp.received.filter(({ envelope }) => envelope.includes(address)).map(({ mail }) => mail)
const linkIn = ({ text }: ReceivedMail, page: string): string =>
  new RegExp(`https?://\\S+(${page}#\\S+)`).exec(text)?.[1] ?? ''

test('a prayer chain: an address says yes, gets the summary, and stops it with one press', async ({ browser }) => {
  test.slow()
  const context = await newContext(browser, { url })
  const page = await context.newPage()
  await page.goto('/signup')
  await started(page)
  await fillSignUp(page, 'hannah@example.org')
  await expect(page).toHaveURL(/\/welcome$/)
  await page.goto('/groups/new')
  await started(page)
  await page.getByLabel('Name', { exact: true }).fill('Tuesday Evening Circle')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tuesday Evening Circle' })).toBeVisible()
  const group = new URL(page.url()).pathname

  // Hannah chooses a rhythm, and pastes an address.
  await page.goto(`${group}?tab=about`)
  await started(page)
  const section = page.getByRole('region', { name: 'By email', exact: true })
  await expect(section.getByText('There’s no summary by email.')).toBeVisible()
  const chosen = page.waitForResponse(
    (answer) => answer.url().endsWith('/summary') && answer.request().method() === 'PUT',
  )
  await section.getByLabel('How often').selectOption('Every day')
  await chosen
  await expect(section.getByText('Every day at 07:00 there’s a summary by email.')).toBeVisible()
  await section.getByLabel('Email addresses').fill('an old friend')
  await section.getByRole('button', { name: 'Ask them' }).click()
  await expect(section.getByText('This isn’t an email address: an')).toBeVisible()
  await section.getByLabel('Email addresses').fill(`Old friend <${READER}>,`)
  await section.getByRole('button', { name: 'Ask them' }).click()
  await expect(section.getByRole('listitem').filter({ hasText: READER })).toContainText('Waiting for their yes')

  // In another browser, one press says yes.
  await wait(0)
  const [asked] = mailsTo(READER)
  if (!asked) throw new Error('No email asked.')
  // Its account is young, so what it wrote reaches no stranger.
  expect(asked.text).not.toContain('Tuesday Evening Circle')
  const other = await newContext(browser, { url })
  const mailbox = await other.newPage()
  await mailbox.goto(linkIn(asked, '/summary-by-email'))
  await started(mailbox)
  await mailbox.getByRole('button', { name: 'Yes, send it to me' }).click()
  await expect(mailbox.getByRole('heading', { name: 'You’ll get the summary' })).toBeVisible()
  await expect(mailbox.getByText('It comes from the group Tuesday Evening Circle.')).toBeVisible()
  await page.reload()
  await expect(section.getByRole('listitem').filter({ hasText: READER })).toContainText('Gets the summary')
  await expect(section.getByText('It also goes to 1 person by email.')).toBeVisible()

  // A request is shared; the next day the number of it goes out, and no word.
  await page.goto(`/new-prayer?group=${group.split('/').at(-1)}`)
  await started(page)
  await page.getByLabel('Your request').fill('For my father, who has an operation')
  // Both come in above the button.
  await expect(page.getByText('1 member of Tuesday Evening Circle will see this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Health' })).toBeVisible()
  await page.getByRole('button', { name: 'Share with your group' }).click()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  // Nobody has the page open meanwhile.
  await page.goto('about:blank')
  await wait(25 * HOUR_MS)
  await wait(HOUR_MS)
  const summary = mailsTo(READER).at(-1)
  expect(mailsTo(READER)).toHaveLength(2)
  expect(summary?.subject).toBe('News from Tuesday Evening Circle')
  expect(summary?.text).toContain('1 request was shared.')
  expect(summary?.text).not.toContain('father')

  // Hannah, signed in though her browser’s clock is a day behind, chooses words. She reads whom they reach before she shares, leaves one out and lets one in.
  await page.goto(`${group}?tab=about`)
  await started(page)
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/summary') && answer.request().method() === 'PUT',
  )
  await section.getByRole('switch', { name: 'Include the requests themselves' }).click()
  await saved
  await expect(section.getByText('It has requests and names, but only what you let in when you share.')).toBeVisible()
  for (const [words, isLetIn] of [
    ['For my sister, who waits for news', true],
    ['For my brother, who is in court', false],
  ] as const) {
    await page.goto(`/new-prayer?group=${group.split('/').at(-1)}`)
    await started(page)
    await page.getByLabel('Your request').fill(words)
    await expect(
      page.getByText('By email, your words can reach 1 person outside Tuesday Evening Circle.'),
    ).toBeVisible()
    const letIn = page.getByRole('checkbox', { name: 'Let this request go out by email' })
    await expect(letIn).toBeChecked()
    if (!isLetIn) await letIn.uncheck()
    await page.getByRole('button', { name: 'Share with your group' }).click()
    await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  }
  // Nobody has the page open meanwhile.
  await page.goto('about:blank')
  await wait(25 * HOUR_MS)
  await wait(HOUR_MS)
  const worded = mailsTo(READER).at(-1)
  expect(mailsTo(READER)).toHaveLength(3)
  expect(worded?.text).toContain('2 requests were shared.')
  expect(worded?.text).toContain('For my sister, who waits for news')
  expect(worded?.text).not.toMatch(/father|brother|\/prayers\//)

  // One press stops it, and the leader sees only that the address is gone.
  if (!summary) return
  await mailbox.goto(linkIn(summary, '/stop-summary'))
  await started(mailbox)
  await mailbox.getByRole('button', { name: 'Stop summary' }).click()
  await expect(mailbox.getByRole('heading', { name: 'We’ve stopped the summary' })).toBeVisible()
  await page.goto(`${group}?tab=about`)
  await started(page)
  await expect(section.getByText('No addresses yet')).toBeVisible()
  await expect(section.getByText(READER)).toHaveCount(0)
  await context.close()
  await other.close()
})
