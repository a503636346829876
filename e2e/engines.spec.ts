import { test as base, expect } from '@playwright/test'
import { languageNames } from '../contract/languages.ts'
import { type Engine, type EngineName, type Reader, startEngine } from './engines.ts'
import { type Community, type Part, fillScreens } from './screens.ts'
import { type DemoSites, startDemoSites } from './server.ts'
import { becomeNewHere } from './test.ts'
import { worldOf } from './worlds.ts'

// Opens every screen in Firefox and in WebKit, as a phone shows it: the page has its words and its title, is hydrated, and says nothing
// on the console. The names of projects are those of the engines.

const all = Object.keys(languageNames)
const both = ['en', 'ar']

type Mail = 'with' | 'without'
interface Row {
  what: string
  languages: string[]
  mail: Mail
  holds: (reader: Part['reader'], path: string) => boolean
}
const isDesk = (path: string) => path.startsWith('/admin')
const isOfNotices = (path: string) => path.endsWith('tab=notifications')

/** The screens that are opened, in which languages, on a site with or without email. */
const rows: Row[] = [
  { what: 'what visitors see', languages: all, mail: 'with', holds: (reader) => reader === 'visitor' },
  { what: 'which notices one gets', languages: all, mail: 'with', holds: (_, path) => isOfNotices(path) },
  {
    what: 'what members see',
    languages: both,
    mail: 'with',
    holds: (reader, path) => reader !== 'visitor' && !isDesk(path) && !isOfNotices(path),
  },
  { what: 'the desk', languages: both, mail: 'with', holds: (_, path) => isDesk(path) },
  {
    what: 'what says that no email is sent',
    languages: both,
    mail: 'without',
    holds: (_, path) => /tab=notifications$|\/settings|\/reset-password$|\/signup$/.test(path),
  },
]

const test = base.extend<object, { engine: Engine; demos: DemoSites; communities: Record<Mail, Community> }>({
  engine: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const engine = await startEngine(project.name as EngineName, worldOf(import.meta.filename))
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker' },
  ],

  demos: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const demos = startDemoSites(project.name === 'webkit' ? ['./e2e/collect.ts'] : [])
      await use(demos)
      await demos.stop()
    },
    { scope: 'worker' },
  ],

  communities: [
    async ({ demos }, use) => {
      const fill = async (has_mail: boolean) => fillScreens(await demos.start({ has_mail, is_lifelike: true }))
      const [on, off] = await Promise.all([fill(true), fill(false)])
      await use({ with: on, without: off })
    },
    { scope: 'worker' },
  ],
})

// In CI they have to be there.
// oxlint-disable-next-line no-empty-pattern
test.beforeAll(({}, { project }) => {
  const lacks = project.metadata.lacks as string[]
  test.skip(process.env.CI !== 'true' && lacks.length > 0, `needs ${lacks.join(' and ')}`)
})

/** In the page: what it still lacks, or nothing. */
function missing(): string {
  if (innerWidth !== 390) return 'the width of a phone'
  const main = document.getElementById('main')
  if (!main || main.innerText.trim().length < 20) return 'words'
  if (document.title === '') return 'a title'
  if (Reflect.get(globalThis, 'oremusStarted') !== true) return 'its scripts'
  if (!main.querySelector('h1, h2')) return 'a heading'
  if (document.querySelector('[aria-busy=true], .late')) return 'what is loaded later'
  const isHydrated = (element: Element) => {
    const event = new Event('input', { bubbles: true })
    // At its words: what comes to a button before its handlers do is pressed again once they are there.
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    ;(words ?? element).dispatchEvent(event)
    return 'oremusHandled' in event
  }
  return [...main.querySelectorAll('h1, h2, h3, p, a, button')].every(isHydrated) ? '' : 'its handlers'
}

/** Ms; a page that has begun is there in a fraction of it. */
const MAX_WAIT = 20_000

/** Opens the address. Resolves with what is wrong there. */
async function look(reader: Reader, url: string): Promise<string[]> {
  await reader.open(url)
  const errors: string[] = []
  const deadline = Date.now() + MAX_WAIT
  for (;;) {
    const lacks = await reader.run(missing)
    errors.push(...(await reader.takeErrors()))
    if (lacks === '') return errors
    // After an error nobody waits for a page that is white.
    if (Date.now() > deadline || (lacks === 'words' && errors.length > 0)) return [`lacks ${lacks}`, ...errors]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A window in which the reader of the part is signed in and reads that language. */
async function enter(engine: Engine, { site, sessions }: Community, part: Part, language: string): Promise<Reader> {
  const reader = await engine.newReader(`${site.url}/robots.txt`)
  await reader.setCookie('language', language)
  const session = sessions.get(part.reader)
  for (const { name, value } of session?.cookies ?? []) await reader.setCookie(name, value)
  const [kept] = session?.origins[0]?.localStorage ?? []
  await reader.run((token) => token !== null && localStorage.setItem('auth_token', token), kept?.value ?? null)
  if (part.isNew === true) await reader.run(becomeNewHere)
  return reader
}

for (const { what, languages, mail, holds } of rows) {
  for (const language of languages) {
    test(`${what}, ${language}, ${mail} email`, async ({ engine, communities }) => {
      test.setTimeout(300_000)
      const community = communities[mail]
      const faults: string[] = []
      let looks = 0
      for (const part of community.parts) {
        const screens = part.screens.filter(({ path, press }) => !press && holds(part.reader, path))
        if (screens.length === 0) continue
        const reader = await enter(engine, community, part, language)
        for (const { path } of screens) {
          looks += 1
          const found = await look(reader, community.site.url + path)
          faults.push(...new Set(found).values().map((fault) => `${path} of ${part.reader}: ${fault}`))
        }
        await reader.close()
      }
      expect(looks).toBeGreaterThan(0)
      expect(faults).toEqual([])
    })
  }
}

/** In the page: whether the browser has the worker, and the page that it shows without a connection. */
function isKept(): boolean {
  const page = globalThis as { hasKept?: boolean }
  void Promise.all([caches.match('/offline'), navigator.serviceWorker.ready]).then(([it]) => (page.hasKept = !!it))
  return page.hasKept === true
}

test('a page of ours where nothing can be reached', async ({ engine, demos }) => {
  const site = await demos.start()
  const reader = await engine.newReader(`${site.url}/content/how-privacy-works`)
  await expect.poll(() => reader.run(isKept)).toBe(true)
  await site.stop()
  await reader.open(`${site.url}/groups`)
  expect(await reader.run(() => document.title)).toBe('We can’t connect just now')
  await reader.close()
})
