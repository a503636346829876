import { isFull } from '../server/test/depth.ts'
import { expectStill, measure, small } from './shifts.ts'
import { expect, hydrated, test } from './test.ts'

test('from the foot of any page, help is one press away, and leaving it leaves no way back', async ({
  provoke,
  visit,
}) => {
  provoke(/^foreign: https:\/\/weather\.com\//)
  const page = await visit()
  await page.context().route('https://weather.com/', (route) => route.fulfill({ body: 'Sunny' }))
  await page.goto('/signin')
  await page.goto('/')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Help now' })
  await hydrated(link)
  await link.click()
  await expect(page).toHaveURL('/help-now?country=GB')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call Samaritans' })).toHaveAttribute('href', 'tel:116123')
  await expect(page.getByRole('link', { name: 'Text SHOUT to 85258' })).toHaveAttribute('href', 'sms:85258?&body=SHOUT')
  await expect(page.getByRole('link', { name: /999/ })).toHaveAttribute('href', 'tel:999')
  for (const part of ['banner', 'contentinfo']) await expect(page.getByRole(part as 'banner')).toHaveCount(0)

  await page.getByText('Another country').click()
  await page.getByRole('link', { name: 'Ireland' }).click()
  await expect(page).toHaveURL('/help-now?country=IE')
  await expect(page.getByRole('link', { name: 'Text HELLO to 50808' })).toBeVisible()
  await expect(page.getByText('Help in Ireland')).toBeVisible()

  await page.getByRole('link', { name: 'Leave this page' }).click()
  await expect(page).toHaveURL('https://weather.com/')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the page of help is complete without scripts, in the reader’s own country', async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false, locale: 'de-AT', viewport: small })
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Hilfe jetzt' }).click()
  await expect(page).toHaveURL('/help-now?country=AT')
  await expect(page.getByRole('link', { name: 'TelefonSeelsorge anrufen' })).toHaveAttribute('href', 'tel:142')
  await page.getByText('Anderes Land').click()
  await page.getByRole('link', { name: 'Schweiz' }).click()
  await expect(page).toHaveURL('/help-now?country=CH')
  await expect(page.getByRole('link', { name: 'Seite verlassen' })).toBeInViewport()
})

test('nothing of the page of help moves, whatever the language', async ({ visit }) => {
  const others = ['es-MX', 'fr-FR', 'pt-BR', 'zh-HK', 'hi-IN', 'ko-KR']
  for (const locale of ['en-GB', 'de-DE', 'ar-EG', 'ja-JP', ...(isFull ? others : [])]) {
    const page = await visit({ locale, viewport: small })
    await measure(page.context())
    await expectStill(page, ['/help-now'], locale)
    await expect(page).toHaveURL(`/help-now?country=${locale.slice(3)}`)
    await expect(page.locator('a[href^="tel:"]').first()).toBeVisible()
    await page.context().close()
  }
})

test('who writes that they are in danger is offered help as they write, and then has a page of their own', async ({
  enter,
}) => {
  const words = 'I do not want to live anymore. I have saved up my pills.'
  const page = await enter('hannah', '/new-prayer')
  await page.setViewportSize(small)
  await page.getByLabel('Your request').fill(words)
  const quiet = page.getByRole('link', { name: 'here’s who you can talk to' })
  await expect(quiet).toHaveAttribute('href', '/help-now')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Share with members' }).click()
  const heading = page.getByRole('heading', { name: 'We’re so glad you told us.' })
  const expectPage = async () => {
    await expect(heading).toBeVisible()
    await expect(page.getByRole('link', { name: 'Leave this page' })).toBeInViewport()
    const call = page.getByRole('link', { name: 'Call Samaritans' })
    await expect(call).toHaveAttribute('href', 'tel:116123')
    await expect(page.getByRole('link', { name: /^Call 999/ })).toBeInViewport()
    // Nothing of the site but the way out, and nothing that is for requests that others can read.
    for (const part of ['banner', 'contentinfo', 'navigation'])
      await expect(page.getByRole(part as 'banner')).toHaveCount(0)
    const card = page.getByRole('article')
    await expect(card).toContainText(words)
    await expect(card).toContainText('Only you and the care team can read this')
    for (const name of [/^Pray/, /^Share/, 'Praise', 'Amen']) {
      await expect(page.getByRole('button', { name })).toHaveCount(0)
      await expect(page.getByRole('link', { name })).toHaveCount(0)
    }
    await expect(page.getByText('Everyone', { exact: true })).toHaveCount(0)
  }
  await expect(page).toHaveURL(/\/held$/)
  await expectPage()
  // As the server sends it.
  await page.reload()
  await expectPage()
  await page.getByText('Another country').click()
  await page.getByRole('link', { name: 'Ireland' }).click()
  await expect(page.getByRole('link', { name: 'Text HELLO to 50808' })).toBeVisible()
  await expect(heading).toBeVisible()

  await page.goto('/profile')
  const row = page.getByRole('listitem').filter({ hasText: words.slice(0, 30) })
  await expect(row.first()).toContainText('Only you and the care team can read this')
  await row
    .first()
    .getByRole('link', { name: words.slice(0, 30) })
    .click()
  await expectPage()
})
