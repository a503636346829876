import path from 'node:path'
import { visit } from './accessible.ts'
import { expect, newContext, test } from './test.ts'

const light = { colorScheme: 'light', reducedMotion: 'reduce' } as const
const looks = {
  '390': { ...light, viewport: { width: 390, height: 844 } },
  '390-dark': { ...light, colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  '390-ar': { ...light, viewport: { width: 390, height: 844 }, locale: 'ar' },
  '320-de': { ...light, viewport: { width: 320, height: 640 }, locale: 'de' },
  '1280': { ...light, viewport: { width: 1280, height: 900 } },
} as const

const ofVisitors = {
  'wall-visitor': '/',
  'sign-in': '/signin',
  'sign-up': '/signup',
  'help-now': '/help-now?country=GB',
}
const ofMembers = {
  wall: '/',
  answered: '/answered',
  'new-prayer': '/new-prayer',
  pray: '/pray',
  today: '/today',
  lists: '/prayer-lists',
  groups: '/groups',
  news: '/notifications',
  profile: '/profile',
  account: '/profile?tab=account',
  content: '/content/writing-a-prayer-request',
}
const ofStaff = {
  desk: '/admin',
  numbers: '/admin/numbers',
  record: '/admin/audit',
  reports: '/admin/reports',
  people: '/admin/users',
  look: '/admin/themes',
}

/** Looks whose layout no other one has; the others are added with `PICTURES=all`. */
const layouts = ['390-ar', '320-de', '1280']

// For reviewers: CI keeps the pictures.
for (const [look, options] of Object.entries(looks)) {
  if (process.env.PICTURES !== 'all' && !layouts.includes(look)) continue
  test(`a picture of each main screen: ${look}`, async ({ enter, demo, browser, watch }) => {
    const first = async (list: string): Promise<string> => {
      const { items } = (await (await fetch(`${demo.url}${list}`)).json()) as { items: { id: string }[] }
      return items[0]?.id ?? ''
    }
    const request = `/prayers/${await first('/api/prayers')}`
    const hannah = await (await enter('hannah')).context().storageState()
    const peter = await (await enter('peter')).context().storageState()
    const screens = [
      [{}, ofVisitors],
      [{ storageState: hannah }, { ...ofMembers, request }],
      [{ storageState: peter }, ofStaff],
    ] as const
    for (const [session, paths] of screens) {
      const context = await newContext(browser, demo, { ...options, ...session })
      const page = await context.newPage()
      watch(page, demo.url)
      for (const [name, address] of Object.entries(paths)) {
        await visit(page, address, { signedIn: 'storageState' in session })
        await page.screenshot({ path: path.join('test-results/pictures', look, `${name}.png`), fullPage: true })
        const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect.soft(beside, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      await context.close()
    }
  })
}
