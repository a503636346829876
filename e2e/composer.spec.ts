import { measure, small } from './shifts.ts'
import { STILL_PAGE, expect, openStarted, signIn, signInAs, started, test } from './test.ts'

const WORDS =
  'My sister has surgery in hospital on Monday, far away from us. Please pray for courage for her, and for me.'
/** Half of what the form took on a telephone when it was one long page. */
const MOST_HEIGHT = 1_779

test('on a telephone a request is written in two steps, with the button in reach and nothing moving', async ({
  demo,
  enter,
}) => {
  const page = await enter('hannah', STILL_PAGE, { viewport: small })
  await measure(page.context())
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const moved = () => page.evaluate(() => (Reflect.get(globalThis, 'shifts') as { moved: number }).moved)
  await page.goto('/')
  await openStarted(page, '/new-prayer')
  // Header, banner, bar and footer step aside.
  for (const role of ['banner', 'navigation', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notification' })).toHaveCount(0)
  const text = page.getByLabel('Your request')
  const next = page.getByRole('button', { name: 'Continue' })
  // The room that is left above the keyboard.
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(page.getByRole('group', { name: 'Suggested categories' })).toHaveCount(0)
  await text.fill(`${WORDS}\n`.repeat(12))
  await expect(next).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Need help now?' })).toBeInViewport({ ratio: 1 })
  // Typed over, as people do: what is below shorter words moves up at once, which nobody did by themselves.
  await text.press('ControlOrMeta+a')
  await page.keyboard.insertText(WORDS)
  await expect(page.getByRole('group', { name: 'Suggested categories' }).getByRole('button').nth(1)).toBeVisible()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(next).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(small)
  expect(await height()).toBeLessThanOrEqual(MOST_HEIGHT / 2)

  await next.click()
  await expect(page.getByRole('heading', { name: 'Who can read it?' })).toBeFocused()
  await expect(text).toBeHidden()
  await expect(page.getByLabel('Title')).toBeHidden()
  expect(await height()).toBeLessThanOrEqual(MOST_HEIGHT / 2)
  // The Back button of the device returns to the words.
  await page.goBack()
  await expect(page).toHaveURL(/\/new-prayer$/)
  await expect(text).toHaveValue(WORDS)
  await expect(page.getByRole('heading', { name: 'What can we pray for?' })).toBeFocused()
  await page.goForward()
  await expect(page).toHaveURL(/\/new-prayer\?step=2$/)
  await expect(page.getByRole('heading', { name: 'Who can read it?' })).toBeVisible()
  // A reload keeps the step and the draft, and so does its address in another tab.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Who can read it?' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/new-prayer?step=2')
  await expect(other.getByRole('heading', { name: 'Who can read it?' })).toBeVisible()
  await other.getByRole('button', { name: 'Back to your words' }).click()
  await expect(other).toHaveURL(/\/new-prayer$/)
  await expect(other.getByLabel('Your request')).toHaveValue(WORDS)
  await other.close()
  // The page keeps its words and its draft when it is left for help and opened again.
  await page.getByRole('button', { name: 'Back to your words' }).click()
  await page.getByRole('link', { name: 'Need help now?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We’re so glad you’re here.' })).toBeVisible()
  await page.goBack()
  await expect(text).toHaveValue(WORDS)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await next.click()
  await page.getByRole('radio', { name: 'Members' }).check()
  await page.getByText('More options').click()
  await page.getByLabel('Title').fill('For my sister')
  expect(await height()).toBeLessThanOrEqual(MOST_HEIGHT)
  expect(await moved()).toBeLessThanOrEqual(0.02)
  await page.getByRole('button', { name: 'Share with members' }).click()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'For my sister' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  const shared = page.url()
  // Its page took the place of both steps.
  await page.goBack()
  await expect(page).toHaveURL(`${demo.url}/`)
  await page.goto(shared)

  // The same two steps change it.
  await page.goto(`${page.url()}/edit`)
  await page.getByLabel('Your request').fill(`${WORDS} Thank you.`)
  await next.click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(`${WORDS} Thank you.`).first()).toBeVisible()
})

test('a draft stays on the device for its writer alone, until it is sent or they want it erased', async ({
  enter,
  demo,
}) => {
  const { url } = demo
  const page = await (await enter('hannah', STILL_PAGE)).context().newPage()
  const text = page.getByLabel('Your request')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))
  const enterAs = async (name: 'hannah' | 'tomas') => {
    await page.goto('/signin?return=%2Fnew-prayer')
    await signInAs(page, name)
    await expect(page).toHaveURL(`${url}/new-prayer`)
    await expect(text).toBeVisible()
    await started(page)
  }
  await page.goto('/new-prayer')
  await text.fill(WORDS)
  await expect(page.getByText('Draft saved')).toBeVisible()
  // Another tab, as after closing the browser.
  const later = await page.context().newPage()
  await later.goto('/new-prayer')
  await expect(later.getByLabel('Your request')).toHaveValue(WORDS)
  await later.close()

  // Signing out elsewhere asks first. Another who signs in neither sees nor erases what is kept.
  const signOut = async (choice: string, isPhone = false) => {
    const other = await page.context().newPage()
    if (isPhone) await other.setViewportSize(small)
    await openStarted(other, '/')
    if (isPhone) await other.getByRole('banner').getByLabel('Menu').first().click()
    await other.getByRole('banner').getByText('Sign Out').filter({ visible: true }).click()
    await other.getByRole('dialog').getByRole('button', { name: choice }).click()
    if (choice === 'Stay signed in') await expect(other.getByRole('dialog')).toBeHidden()
    else await expect(other.getByRole('banner').getByText('Sign In')).toBeVisible()
    await other.close()
  }
  await signOut('Stay signed in', true)
  await expect(text).toHaveValue(WORDS)
  await signOut('Keep it, sign out')
  await expect(page).toHaveURL(/\/signin/)
  expect(await page.content()).not.toContain(WORDS)
  await enterAs('tomas')
  await expect(text).toHaveValue('')
  await page.getByRole('banner').getByText('Sign Out').click()
  await expect(page.getByRole('banner').getByText('Sign In')).toBeVisible()
  await enterAs('hannah')
  await expect(text).toHaveValue(WORDS)
  await signOut('Delete it, sign out')
  await expect(page).toHaveURL(/\/signin/)
  expect(await drafts()).toEqual([])
  await enterAs('hannah')
  await expect(text).toHaveValue('')

  // The session ends by itself, and somebody else takes the device.
  await text.fill(WORDS)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await enterAs('tomas')
  await expect(text).toHaveValue('')
  await expect.poll(drafts).toEqual([])
  await text.fill(WORDS)
  await page.getByRole('button', { name: 'Share with members' }).click()
  await expect(page).toHaveURL(/\/prayers\/[0-9a-f-]{36}$/)
  await expect.poll(drafts).toEqual([])
})

test('both steps fit 320 px in German, and text of twice the size', async ({ demo, visitDemo }) => {
  const storageState = await signIn(demo, 'hannah')
  for (const [locale, size, width] of [
    ['de-DE', '100%', 320],
    ['en-GB', '200%', 390],
    ['de-DE', '200%', 390],
    ['ar', '100%', 320],
  ] as const) {
    const page = await visitDemo({ storageState, locale, viewport: { width, height: 844 } })
    await openStarted(page, '/new-prayer')
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await page.locator('[name=content]').fill(WORDS)
    const next = page.locator('button[type=submit]').first()
    await expect(next).toBeInViewport({ ratio: 1 })
    expect(await sideways(), `${locale} ${size}: words`).toBeLessThanOrEqual(0)
    await next.click()
    await expect(page.locator('h2').first()).toBeFocused()
    await page.locator('summary').filter({ visible: true }).first().click()
    await expect(page.locator('[name=title]')).toBeVisible()
    expect(await sideways(), `${locale} ${size}: readers`).toBeLessThanOrEqual(0)
    await expect(page.locator('button[type=submit]').last()).toBeInViewport({ ratio: 1 })
  }
})

test('without JavaScript both steps stand below each other', async ({ enter }) => {
  const page = await enter('hannah', '/new-prayer', { javaScriptEnabled: false, viewport: small })
  await expect(page.getByLabel('Your request')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden()
  await page.getByText('More options').click()
  await expect(page.getByLabel('Title')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share with members' })).toBeVisible()
})
