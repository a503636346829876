import type { Page } from '@playwright/test'
import { isFull } from '../server/test/depth.ts'
import { expectStill, large, measure, small } from './shifts.ts'
import { STILL_PAGE, callAs, expect, holdScripts, make, test } from './test.ts'

const texts = [
  'Evening prayer is at seven on Wednesday, in the chapel beside the church.',
  'Read [how privacy works](/content/how-privacy-works) before you write about somebody else. Leave out surnames, streets and hospitals, and ask the person first whether they want to be prayed for here.',
  'The site sleeps tonight from two to three.',
]
const types = ['announcement', 'info', 'warning']

const announce = (admin: Page, index: number, metadata: object = {}): Promise<string> =>
  make(admin, '/api/content', {
    title: `News ${index}`,
    content: texts[index] ?? '',
    content_type: 'notification',
    published: true,
    metadata: { notification_type: types[index], ...metadata },
  })

/** Deletes the announcements of the demo. */
async function clear(admin: Page): Promise<void> {
  // Without the English one, the same in another language is shown.
  for (;;) {
    const active = await callAs<{ id: string }[]>(admin, '/api/notifications/active')
    if (active.length === 0) return
    for (const { id } of active) await callAs(admin, `/api/admin/content/${id}`, 'DELETE')
  }
}

/** The narrower takes what the wider one does, and moves sooner. */
const windows = isFull ? [small, large] : [small]

const region = (page: Page) => page.getByRole('region', { name: 'Notification' })
const bar = (page: Page) => region(page).getByRole('button', { name: 'Notification' })
/** Opens what an earlier page has shown. */
async function open(page: Page): Promise<void> {
  await bar(page).click()
  await expect(
    region(page)
      .getByText(/News \d/)
      .first(),
  ).toBeVisible()
}
async function dismiss(page: Page): Promise<void> {
  await region(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(region(page).getByRole('button', { name: 'Notification' })).toBeVisible()
}

const pages = async (admin: Page): Promise<string[]> => {
  const { items } = (await (await admin.request.get('/api/prayers')).json()) as { items: { id: string }[] }
  return ['/', `/prayers/${items[0]?.id}`, '/content/writing-a-prayer-request']
}

for (const viewport of windows) {
  test(`what was closed stays closed, and its room with it: ${viewport.width}`, async ({ enter, visitDemo }) => {
    const admin = await enter('peter', '/content/how-privacy-works')
    await clear(admin)
    const paths = await pages(admin)
    for (const index of [0, 1, 2]) await announce(admin, index)
    const page = await visitDemo({ viewport })
    await measure(page.context())
    for (const left of [2, 1, 0]) {
      await page.goto('/')
      if (left < 2) await open(page)
      await dismiss(page)
      await expectStill(page, paths, `${left} left:`)
      await expect(region(page)).toHaveCount(left === 0 ? 0 : 1)
      if (left === 2) await open(page)
      if (left === 2) await expect(region(page)).toContainText('1/2')
    }

    // A banner that a member closed is closed in the account: on another device it leaves its room, and then no trace.
    const own = await enter('hannah', '/', { viewport })
    const storageState = await own.context().storageState()
    for (const left of [2, 1, 0]) {
      if (left < 2) {
        await own.goto('/')
        await open(own)
      }
      const closed = own.waitForResponse((answer) => answer.request().method() === 'PUT')
      await dismiss(own)
      expect((await closed).status(), `${left} left`).toBe(200)
    }
    const other = await visitDemo({ viewport, storageState })
    await measure(other.context())
    for (const visit of ['first', 'second']) {
      await expectStill(other, paths, `closed on another device, ${visit} visit:`)
      await expect(region(other)).toHaveCount(0)
    }
  })
}

test('what only members get comes with their page', async ({ enter }) => {
  const admin = await enter('peter', '/content/how-privacy-works')
  await clear(admin)
  const paths = await pages(admin)
  await announce(admin, 1, { audience: 'members' })
  const page = await enter('hannah', STILL_PAGE, { viewport: small })
  await measure(page.context())
  await expectStill(page, paths, 'for members:')
  await open(page)
  await expect(region(page)).toContainText('News 1')
})

test('an announcement takes two lines of a phone, and on the next page its small bar', async ({ enter, visitDemo }) => {
  const admin = await enter('peter', '/content/how-privacy-works')
  await clear(admin)
  const page = await visitDemo({ viewport: small })
  const height = async () => (await region(page).boundingBox())?.height ?? 0
  for (const count of [1, 2]) {
    await announce(admin, 2 - count)
    await page.goto('/')
    await expect(region(page).getByRole('button', { name: 'Dismiss' }), 'what is new opens').toBeVisible()
    expect(await height(), `${count} announced`).toBeLessThanOrEqual(72)
    const words = region(page).getByText(/^News/).filter({ visible: true }).first()
    const lines = await words.evaluate((one) => {
      const text = one.closest('[dir]') as HTMLElement
      return text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)
    })
    expect(lines, `lines of ${count}`).toBeCloseTo(2, 1)
    for (const button of await region(page).getByRole('button').filter({ visible: true }).all()) {
      const pressable = await button.evaluate((one) => {
        const box = one.getBoundingClientRect()
        const edges = [1, box.height / 2, box.height - 1].map((y) =>
          document.elementFromPoint(box.left + box.width / 2, box.top + y),
        )
        return edges.every((edge) => edge !== null && one.contains(edge)) ? Math.min(box.width, box.height) : 0
      })
      expect(pressable, `${await button.getAttribute('aria-label')} of ${count}`).toBeGreaterThanOrEqual(44)
    }
    const opener = region(page).getByRole('button', { name: 'Read all' }).filter({ visible: true })
    await opener.click()
    await expect(opener.locator('.icon'), 'the arrow points up').toHaveCSS('rotate', '180deg')
    expect(await height()).toBeGreaterThan(100)

    await page.reload()
    await expect(bar(page)).toBeVisible()
    expect(await height(), 'seen').toBeLessThanOrEqual(36)
    await open(page)
    expect(await height(), 'opened').toBeGreaterThan(100)
    await page.getByRole('contentinfo').getByRole('link').first().click()
    await expect(bar(page), 'on a page without loading').toBeVisible()
  }
  const other = await visitDemo({ viewport: small })
  await other.goto('/')
  await expect(region(other).getByRole('button', { name: 'Dismiss' }), 'in another visit').toBeVisible()
})

test('without scripts every announcement can be read, and nothing offers what needs them', async ({
  enter,
  visitDemo,
}) => {
  const admin = await enter('peter', '/content/how-privacy-works')
  await clear(admin)
  for (const index of [0, 1, 2]) await announce(admin, index)
  const page = await visitDemo({ javaScriptEnabled: false, viewport: small })
  await page.goto('/')
  for (const index of [0, 1, 2]) await expect(region(page).getByText(`News ${index}`)).toBeVisible()
  await expect(region(page).getByRole('button')).toHaveCount(0)
  // Its style does not wait for a script: it is in what the page links to.
  await expect(region(page)).toHaveCSS('display', 'grid')
  await expect(region(page)).toHaveCSS('border-radius', /^[1-9]/)
})

test('an announcement is dismissed by a press before the scripts arrive', async ({ enter, visitDemo }) => {
  const admin = await enter('peter', '/content/how-privacy-works')
  await clear(admin)
  await announce(admin, 0)
  const page = await visitDemo({ viewport: small })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await region(page).getByRole('button', { name: 'Dismiss' }).click()
  release()
  await expect(region(page).getByRole('button', { name: 'Notification' })).toBeVisible()
})
