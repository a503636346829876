// Over 400 lines because all tests of this screen share what opens it and measures it.
import type { Page } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { callAs, expect, expectKeeping, fillSignIn, hydrated, make, openStarted, started, test } from './test.ts'

const long = Array.from({ length: 40 }, (_, i) => `Line ${i}: please pray for the long way home.`).join('\n\n')
const sentences = ['Please pray for my mother.', 'Please pray for my father.', 'Please pray for my brother.']

/** Makes requests of the person of the page, and a list with them. */
async function makeList(page: Page, contents: string[]): Promise<{ list: string; ids: string[] }> {
  const list = await make(page, '/api/prayer-lists', { name: 'Family' })
  const ids: string[] = []
  for (const content of contents) {
    const id = await make(page, '/api/prayers', { content, visibility: 'members' })
    await make(page, `/api/prayer-lists/${list}/items`, { prayer_request_id: id })
    ids.push(id)
  }
  return { list, ids }
}

const shown = (page: Page) => page.getByRole('article')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, address: string): Promise<void> {
  await openStarted(page, address)
  await hydrated(shown(page))
}

/** Expects that the page is exactly the window and that everything to press lies inside it. */
async function expectOneScreen(page: Page, label: string): Promise<void> {
  const { faults, size } = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const outside = [...document.querySelectorAll('main :is(a, button, summary, h1, progress)')].flatMap((element) => {
      const { visibility, clipPath } = getComputedStyle(element)
      if (visibility === 'hidden' || clipPath !== 'none') return []
      const { left, top, right, bottom, height } = element.getBoundingClientRect()
      const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5 && height > 0
      return inside ? [] : [`${element.outerHTML.slice(0, 60)} ${left} ${top} ${right} ${bottom}`]
    })
    const wide = [...document.querySelectorAll('main *')].filter((element) => {
      const { overflowX, clipPath } = getComputedStyle(element)
      return element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible' && clipPath === 'none'
    })
    return {
      faults: [...outside, ...wide.map((element) => `wide: ${element.outerHTML.slice(0, 60)}`)],
      size: [scrollWidth - innerWidth, scrollHeight - innerHeight],
    }
  })
  expect(faults, label).toEqual([])
  expect(size, label).toEqual([0, 0])
  const frame = await shown(page).locator('xpath=..').boundingBox()
  expect(frame, label).toEqual({ x: 0, y: 0, ...page.viewportSize() })
}

const sizes = [
  [390, 844],
  [390, 600],
  [320, 568],
  [1280, 900],
  [844, 390],
] as const

test('is one screen in each window, and only a long text scrolls', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const { list } = await makeList(page, ['Please pray for my mother.', long])
  for (const fontSize of ['', '200%']) {
    for (const [width, height] of sizes) {
      const label = `${width} × ${height} ${fontSize}`
      await page.setViewportSize({ width, height })
      await open(page, `/pray?list=${list}`)
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
      await expectOneScreen(page, label)
      await button(page, 'Next').click()
      await expect(shown(page)).toContainText('Line 0')
      await expectOneScreen(page, `${label}, a long text`)
      const [inside, outside] = await shown(page).evaluate((element) => {
        element.scrollTo(0, element.scrollHeight)
        return [element.scrollTop, scrollY]
      })
      expect(inside, label).toBeGreaterThan(200)
      expect(outside, label).toBe(0)
      await expect(button(page, 'Pray'), label).toBeInViewport({ ratio: 1 })
      // The next text begins at its first line.
      await button(page, 'Back').click()
      await expect(shown(page)).toContainText('my mother')
      expect(await shown(page).evaluate((element) => element.scrollTop)).toBe(0)
    }
  }
  // Long words, in very large letters on the smallest telephone.
  await page.setViewportSize({ width: 320, height: 568 })
  for (const language of ['de', 'es', 'ar']) {
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
    await open(page, `/pray?list=${list}`)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectOneScreen(page, language)
  }
})

for (const language of isFull ? ['en', 'de', 'ar'] : ['ar'])
  test(`moves nothing when one prays, and fills the way on: ${language}`, async ({ newPerson }) => {
    const { page } = await newPerson()
    const { list, ids } = await makeList(page, sentences.slice(0, 2))
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, `/pray?list=${list}`)
    const pray = page.locator('main button[aria-pressed]')
    const next = page.locator('main button').last()
    const looks = () => next.evaluate((element) => getComputedStyle(element).backgroundColor)
    const boxes = () =>
      page.locator('main :is(a, button, summary, p, h1, progress)').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height].map(Math.round)
        }),
      )
    const filled = await pray.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await boxes()
    expect(await looks()).not.toBe(filled)
    await page.evaluate(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { prayShifts: shifts })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift' })
    })
    const counted = page.waitForResponse(
      (answer) => answer.url().endsWith(`/api/prayers/${ids[0]}/pray`) && answer.ok(),
    )
    await pray.click()
    await counted
    await expect(pray).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(looks).toBe(filled)
    expect(await boxes()).toEqual(before)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'prayShifts') as number[])).toEqual([])
    // It stays with the request until the reader goes on.
    await expect(shown(page)).toContainText('my mother')
  })

test('goes by keys, and leaves controls theirs', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const { list, ids } = await makeList(page, sentences)
  await open(page, `/pray?list=${list}`)
  await expect(shown(page)).toBeFocused()
  await expect(page.getByRole('progressbar', { name: '1 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(shown(page)).toContainText('my father')
  await expect(shown(page)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '2 of 3' })).toBeAttached()
  const counted = page.waitForResponse((answer) => answer.url().endsWith(`/api/prayers/${ids[1]}/pray`) && answer.ok())
  await page.keyboard.press('Space')
  await counted
  await expect(button(page, 'You prayed')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(shown(page)).toContainText('my mother')
  await expect(button(page, 'Pray')).toHaveAttribute('aria-pressed', 'false')
  for (const modifier of ['Shift', 'Alt', 'Control']) await page.keyboard.press(`${modifier}+ArrowRight`)
  await page.getByRole('main').locator('summary').click()
  const timer = page.getByRole('combobox')
  await timer.focus()
  await timer.press('ArrowRight')
  await page.getByRole('radio', { name: 'Normal' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Large' })).toBeChecked()
  await page.getByRole('radio', { name: 'Large' }).press('Escape')
  await expect(page.getByRole('radio', { name: 'Large' })).toBeHidden()
  await expect(shown(page)).toContainText('my mother')
  await shown(page).focus()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/prayer-lists?list=${list}`)
})

for (const [language, forward] of [
  ['en', -1],
  ['ar', 1],
] as const)
  test(`goes by swipe and arrow with the reading direction: ${language}`, async ({ newPerson, server, visit }) => {
    const { page: own } = await newPerson()
    const { list } = await makeList(own, sentences)
    const storageState = await own.context().storageState()
    const page = await visit({ storageState, hasTouch: true })
    await page.context().addCookies([{ name: 'language', value: language, url: server.url }])
    await open(page, `/pray?list=${list}`)
    const swipe = async (x: number, y: number) => {
      const at = (clientX: number, clientY: number) => [{ identifier: 0, clientX, clientY }]
      await shown(page).dispatchEvent('touchstart', { touches: at(200, 300) })
      await shown(page).dispatchEvent('touchend', { changedTouches: at(200 + x, 300 + y), touches: [] })
    }
    await swipe(120 * forward, 10)
    await expect(shown(page)).toContainText('my father')
    // Scrolling is no swipe.
    await swipe(120 * forward, 200)
    await swipe(-120 * forward, 10)
    await expect(shown(page)).toContainText('my mother')
    await page.keyboard.press(forward === 1 ? 'ArrowLeft' : 'ArrowRight')
    await expect(shown(page)).toContainText('my father')
  })

test('has no timer until one is chosen, and says when the time is over', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const { list } = await makeList(page, sentences)
  await page.clock.install()
  await open(page, `/pray?list=${list}`)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await page.getByRole('main').locator('summary').click()
  await page.getByRole('combobox').selectOption('10')
  await expect(page.getByRole('timer')).toHaveText('10 min left')
  await page.keyboard.press('Escape')
  await page.clock.fastForward('03:30')
  await expect(page.getByRole('timer')).toHaveText('7 min left')
  const before = await shown(page).boundingBox()
  await page.clock.fastForward('06:31')
  await expect(page.getByRole('timer')).toHaveText('That’s your 10 minutes. Stay as long as you like.')
  await expect(page.getByRole('status').filter({ hasText: 'That’s your 10 minutes' })).toBeAttached()
  // Nothing moves, and the request stays.
  expect(await shown(page).boundingBox()).toEqual(before)
  await expect(shown(page)).toContainText('my mother')
})

test('ends with a sentence, and with silence for who wants it', async ({ newPerson }) => {
  const author = await newPerson('Grace O.')
  const id = await make(author.page, '/api/prayers', { content: 'Please pray for my sister.', visibility: 'members' })
  const { page } = await newPerson()
  const { list } = await makeList(page, sentences.slice(0, 1))
  await make(page, `/api/prayer-lists/${list}/items`, { prayer_request_id: id })
  await open(page, `/pray?list=${list}`)
  // Others come before oneself.
  await expect(shown(page)).toContainText('Grace O.')
  await button(page, 'Pray').click()
  await button(page, 'Next').click()
  await expect(shown(page)).toContainText('my mother')
  await button(page, 'Pray').click()
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: 'You’ve prayed through them all' })).toBeVisible()
  await expect(page.getByText('One person was in your prayers. Thank you.')).toBeVisible()
  const done = page.getByRole('link', { name: 'Done' })
  const before = await done.boundingBox()
  await button(page, 'Stay a while in silence').click()
  await expect(page.getByRole('heading', { name: 'Stay as long as you like.' })).toBeVisible()
  await expect(button(page, 'Stay a while in silence')).toBeHidden()
  expect(await done.boundingBox()).toEqual(before)
  await done.click()
  await expect(page).toHaveURL(`/prayer-lists?list=${list}`)
})

test('leaves out what ended or was deleted after one began, and does not say that one prayed for what one passed by', async ({
  newPerson,
}) => {
  const { page } = await newPerson()
  const { list, ids } = await makeList(page, [...sentences, 'Please pray for my uncle.', 'Please pray for my aunt.'])
  const others = await page.context().newPage()
  await open(page, `/pray?list=${list}`)
  await button(page, 'Pray').click()
  await others.goto('/')
  await make(others, `/api/prayers/${ids[2]}/updates`, { content: 'All is well.', status: 'withdrawn' })
  await callAs(others, `/api/prayers/${ids[3]}`, 'DELETE')
  await make(others, `/api/prayers/${ids[4]}/updates`, { content: 'She is at home again.' })
  const last = page.waitForResponse((answer) => answer.url().endsWith(`/api/prayers/${ids[4]}`) && answer.ok())
  await button(page, 'Next').click()
  await last
  await expect(page.getByRole('progressbar', { name: '2 of 3' })).toBeVisible()
  await button(page, 'Next').click()
  await expect(shown(page)).toContainText('my aunt')
  // The last words of its author stand below it.
  await expect(page.getByRole('region', { name: 'Update from' })).toContainText('She is at home again.')
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: 'That’s everyone for now' })).toBeVisible()
  // Back with the key, too.
  await page.keyboard.press('ArrowLeft')
  await expect(shown(page)).toContainText('my aunt')
})

test('begins where one is: the wall, a category, those that wait, a group, what one follows, a list', async ({
  enter,
}) => {
  const page = await enter('hannah', '/', { viewport: { width: 1280, height: 900 } })
  const begin = page.getByRole('complementary').getByRole('link', { name: 'Begin' })
  const title = page.getByRole('heading', { level: 1 })
  const close = page.getByRole('link', { name: 'Close' })

  await begin.click()
  await expect(page).toHaveURL('/pray')
  await expect(title).toHaveText('Pray one at a time')
  await close.click()
  await expect(page).toHaveURL('/')

  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Waiting for prayer' }).click()
  await expect(begin).toHaveAttribute('href', '/pray?view=waiting')
  await begin.click()
  await expect(page).toHaveURL('/pray?view=waiting')
  await expect(title).toHaveText('Waiting for prayer')
  await close.click()

  const categories = page.getByRole('navigation', { name: 'Categories' }).first().getByRole('link')
  await categories.first().click()
  await expect(begin).toHaveAttribute('href', /category=/)
  await begin.click()
  await expect(page).toHaveURL(/\/pray\?.*category=/)
  await expect(title).not.toHaveText(/^(Pray one at a time|Waiting for prayer)$/)
  await expect(shown(page)).toBeVisible()
  await close.click()
  await expect(page).toHaveURL(/\/\?.*category=/)

  await openStarted(page, '/groups')
  await page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/groups\/[0-9a-f-]{36}$/)
  await expect(title).not.toHaveText('Groups')
  const group = await title.textContent()
  await page.getByRole('link', { name: 'Pray one at a time' }).click()
  await expect(page).toHaveURL(/\/pray\?group=/)
  await expect(title).toHaveText(group ?? '')
  await close.click()
  await expect(page).toHaveURL(/\/groups\//)

  const { items } = (await (await page.request.get('/api/prayers?view=waiting')).json()) as { items: { id: string }[] }
  const prayer_request_id = items[0]!.id
  await make(page, `/api/prayers/${prayer_request_id}/follow`, {})
  const list = await make(page, '/api/prayer-lists', { name: 'Family' })
  await make(page, `/api/prayer-lists/${list}/items`, { prayer_request_id })
  await openStarted(page, '/today')
  await page.getByRole('link', { name: 'Pray: Requests you follow' }).click()
  await expect(page).toHaveURL('/pray?from=following')
  await expect(title).toHaveText('Following')
  await expect(shown(page)).toBeVisible()
  await openStarted(page, '/today')
  await page.getByRole('link', { name: 'Pray: Family' }).click()
  await expect(page).toHaveURL(`/pray?list=${list}`)
  await expect(title).toHaveText('Family')
  await expect(shown(page)).toBeVisible()
})

test('a day has its few requests, each with its light, and an end', async ({ newPerson }) => {
  const { page: author } = await newPerson()
  const ids = [await make(author, '/api/prayers', { content: 'Please pray for rain.' })]
  const { page: other } = await newPerson()
  ids.push(await make(other, '/api/prayers', { content: 'Please pray for my exam.' }))
  const { page } = await newPerson('Grace O.')
  await page.setViewportSize({ width: 390, height: 844 })
  const list = await make(page, '/api/prayer-lists', { name: 'Family' })
  const own = await make(page, '/api/prayers', { content: 'Dad’s knee.', visibility: 'private' })
  for (const prayer_request_id of [own, ...ids])
    await make(page, `/api/prayer-lists/${list}/items`, { prayer_request_id })
  await openStarted(page, '/today')
  await page.getByRole('button', { name: 'Change what comes here' }).click()
  for (const name of ['Those whose day it is', 'My groups', 'The least prayed for'])
    await page.getByRole('switch', { name }).click()
  await button(page, 'Close').click()
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Your list “Family”' })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).not.toContainText('Dad’s knee.')
  const light = rows.filter({ hasText: 'Dad’s knee.' }).getByRole('button')
  const place = () => light.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const before = await place()
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'true')
  expect(await place()).toBe(before)
  // A second press takes back what was a mistake; what waits for a connection too.
  const takenBack = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'false')
  // A call that is on its way when the connection goes may have arrived.
  await takenBack
  await page.context().setOffline(true)
  await light.click()
  await expect(rows.filter({ hasText: 'Dad’s knee.' })).toContainText('Waiting to send')
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'false')
  await page.context().setOffline(false)
  await page.reload()
  await started(page)
  await expect(rows.getByRole('button', { pressed: true })).toHaveCount(0)
  await light.click()
  await expect(rows.filter({ hasText: 'Dad’s knee.' })).toContainText('Your own words · You prayed')
  for (const last of [false, true]) {
    await page.getByRole('link', { name: 'Pray one at a time' }).click()
    await expect(button(page, 'Next')).toBeVisible()
    await button(page, 'Pray').click()
    await button(page, 'Next').click()
    if (last) break
    await expect(shown(page)).toBeVisible()
    await page.goto('/today')
  }
  await expect(page.getByRole('heading', { name: 'That’s all for today' })).toBeVisible()
  await expect(page.getByText('3 people were in your prayers.'), 'what was prayed for before counts').toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'That’s all for today' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('3 people were in your prayers.')).toBeVisible()
  await expect(rows.getByRole('button', { pressed: true })).toHaveCount(3)
})

test('keeps a prayer without a connection, and counts it when there is one', async ({ newPerson }) => {
  const { page } = await newPerson()
  const { list } = await makeList(page, sentences)
  await open(page, `/pray?list=${list}`)
  await expectKeeping(page)
  await page.context().setOffline(true)
  await button(page, 'Pray').click()
  await expect(page.getByText('We’ll count your prayer later.')).toBeVisible()
  await expect(button(page, 'Waiting to send')).toHaveAttribute('aria-pressed', 'true')
  await page.context().setOffline(false)
  await expect(button(page, 'You prayed')).toBeVisible()
  await button(page, 'Next').click()
  await expect(shown(page)).toContainText('my father')
})

test('lights a visitor’s candle at once, and keeps the round until it is counted', async ({ page, newPerson }) => {
  const author = await newPerson()
  const ids: string[] = []
  for (const content of sentences) ids.push(await make(author.page, '/api/prayers', { content, visibility: 'public' }))
  const { email } = await newPerson('Grace O.')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/pray?view=waiting')
  const offer = page.getByRole('link', { name: 'Sign in to be counted' })
  await expect(offer).toBeHidden()
  const before = await button(page, 'Next').boundingBox()
  const texts: (string | null)[] = []
  for (let i = 0; i < 2; i += 1) {
    texts.push(await shown(page).textContent())
    await button(page, 'Pray').click()
    await expect(button(page, 'You prayed')).toHaveAttribute('aria-pressed', 'true')
    expect(await button(page, 'Next').boundingBox()).toEqual(before)
    await button(page, 'Next').click()
    await expect(shown(page)).not.toHaveText(texts[i] ?? '')
  }
  const place = await page.getByRole('progressbar').getAttribute('aria-label')
  const text = await shown(page).textContent()
  const counted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pray')) counted.push(request.url())
  })
  await offer.click()
  await expect(page).toHaveURL(`/signin?return=${encodeURIComponent('/pray?view=waiting')}`)
  // Turning back keeps it too.
  await page.goBack()
  await expect(shown(page)).toHaveText(text ?? '')
  await offer.click()
  await fillSignIn(page, email)
  await expect(page).toHaveURL('/pray?view=waiting')
  await expect(shown(page)).toHaveText(text ?? '')
  await expect(page.getByRole('progressbar', { name: place ?? '', exact: true })).toBeAttached()
  await expect.poll(() => counted.length).toBe(2)
  await button(page, 'Back').click()
  await expect(shown(page)).toHaveText(texts[1] ?? '')
  await expect(button(page, 'You prayed')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await started(page)
  await expect(shown(page)).toBeVisible()
  expect(new Set(counted).size).toBe(2)
  expect(counted).toHaveLength(2)
})

test('reads by itself with quiet between, and no request with extra privacy', async ({ newPerson }) => {
  const { page } = await newPerson('Grace O.')
  const { list } = await makeList(page, sentences.slice(0, 2))
  const guarded = { content: 'Please keep this between us.', visibility: 'members', is_guarded: true }
  const id = await make(page, '/api/prayers', guarded)
  await make(page, `/api/prayer-lists/${list}/items`, { prayer_request_id: id })
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const voice = { lang: 'en-US', localService: true }
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { set: () => {} })
    speechSynthesis.getVoices = () => [voice as SpeechSynthesisVoice]
    speechSynthesis.speak = (utterance) => {
      said.push(utterance.text)
      Object.assign(globalThis, { finish: () => utterance.dispatchEvent(new Event('end')) })
    }
  })
  const finish = () => page.evaluate(() => void Reflect.get(globalThis, 'finish')?.())
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  await page.clock.install()
  await open(page, `/pray?list=${list}`)
  await page.getByRole('main').locator('summary').click()
  await page.getByLabel('Read aloud automatically').selectOption('5')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await said()).length).toBe(1)
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('progressbar', { name: '1 of 3' })).toBeAttached()
  const texts = new Set([await shown(page).textContent()])
  for (let i = 0; i < 2; i += 1) {
    await finish()
    await expect(page.getByRole('button', { name: 'Read aloud' })).toHaveAttribute('aria-pressed', 'true')
    await page.clock.fastForward(5001)
    await expect.poll(async () => texts.has(await shown(page).textContent())).toBe(false)
    texts.add(await shown(page).textContent())
  }
  expect((await said()).toSorted()).toEqual(sentences.slice(0, 2).toSorted())
  await button(page, 'Back').click()
  const now = await shown(page).textContent()
  await page.clock.fastForward(60_000)
  await expect(shown(page)).toHaveText(now ?? '')
  expect(await said()).toHaveLength(2)
})

test('sends a visitor to sign in for rounds of members alone', async ({ page, newPerson }) => {
  const author = await newPerson()
  await page.goto('/pray?group=00000000-0000-4000-8000-000000000000')
  await expect(page).toHaveURL(/\/signin\?return=/)
  await author.page.goto('/pray?list=00000000-0000-4000-8000-000000000000')
  await expect(author.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(author.page.getByRole('link', { name: 'Go to Home' })).toBeVisible()
})
