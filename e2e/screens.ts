import type { PersonName } from '../server/test/people.ts'
import type { Site } from './server.ts'
import { type openSession, expect, signIn } from './test.ts'

const phone = { width: 390, height: 844 }

/**
 * How the screens are looked at: `usual` in each run, the others at full depth. Reduced motion: otherwise a colour in the middle of a
 * transition would be measured.
 */
export const looks = (
  [
    { name: 'light 1280', viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB', usual: true },
    { name: 'dark 390', viewport: phone, colorScheme: 'dark', locale: 'en-GB', usual: true },
    { name: 'Arabic 390', viewport: phone, colorScheme: 'light', locale: 'ar', usual: true },
    { name: 'light 390', viewport: phone, colorScheme: 'light', locale: 'en-GB', usual: false },
    { name: 'Spanish 320', viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'es', usual: false },
    { name: 'German 320', viewport: { width: 320, height: 640 }, colorScheme: 'light', locale: 'de-DE', usual: false },
  ] as const
).map((look) => ({ ...look, reducedMotion: 'reduce' as const }))

export interface Screen {
  path: string
  /** The button that is pressed there, and the element that then appears. */
  press?: { button: string; appears: string }
  /** The element that is waited for, besides the heading. */
  has?: string
}

/** Screens that move by themselves while they are loaded. Most of the desk is rendered in the browser, and was never promised to be still. */
const moving = [
  /^\/admin(?!\/(?:care|settings)$)/,
  // Waits for: the invitations of a group, which come after its members, have their room from the beginning.
  /\?tab=members$/,
  // Waits for: the form to ask for a link and what a link leads to have the same height.
  /^\/reset-password#/,
]
export const mayMove = (path: string): boolean => moving.some((pattern) => pattern.test(path))

/** One request at a time takes the whole window on purpose, in letters of any size. */
export const fillsWindow = (path: string): boolean => path === '/pray'

/** A part of the screens, as one reader sees them. */
export interface Part {
  name: string
  reader: PersonName | 'visitor'
  /** The reader has just signed up. */
  isNew?: boolean
  screens: Screen[]
}
export interface Community {
  site: Site
  sessions: Map<Part['reader'], Awaited<ReturnType<typeof openSession>>>
  parts: Part[]
  /** A request with a link in its words, which its author Hannah alone reads. */
  linked: string
}

export const partNames = ['visitors', 'members', 'groups and lists', 'the desk: numbers and site', 'the desk: queues']

/** Fills a demo so that every screen has something to show. Resolves with all screens of the site. */
export async function fillScreens(site: Site): Promise<Community> {
  const sessions: Community['sessions'] = new Map()
  const readers = ['hannah', 'tomas', 'grace', 'ruth', 'peter', 'ines'] as const
  await Promise.all(readers.map(async (name) => sessions.set(name, await signIn(site, name))))
  async function ask<Answer = { id: string }>(who: PersonName, method: string, path: string, body?: object) {
    const token = sessions.get(who)?.origins[0]?.localStorage[0]?.value
    const answer = await fetch(site.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return (await answer.json()) as Answer
  }
  const find = async (who: PersonName, path: string): Promise<string> => {
    const found = await ask<{ id: string }[] | { items: { id: string }[] }>(who, 'GET', path)
    return (Array.isArray(found) ? found : found.items)[0]?.id ?? ''
  }
  const write = (content: string, more: object = {}) => ask('hannah', 'POST', '/api/prayers', { content, ...more })

  const { id } = await write('My father has an operation on his heart tomorrow at eight. Please pray.')
  // On a screen of its own: a long address may be broken anywhere.
  const linked = await write('For my father, who is ill. https://example.org', { visibility: 'private' })
  const of = await find('hannah', '/api/prayers?mine=false')
  const { id: group } = await ask('hannah', 'POST', '/api/groups', {
    name: 'Tuesday at eight',
    description: 'We meet in the parish hall.',
  })
  await ask('hannah', 'POST', `/api/groups/${group}/prayers`, { content: 'For my brother, whom I visit on Friday.' })
  const { id: list } = await ask('hannah', 'POST', '/api/prayer-lists', { name: 'Mornings' })
  await ask('hannah', 'POST', `/api/prayer-lists/${list}/items`, { prayer_request_id: id })
  const remind_at = new Date(Date.now() + 86_400_000).toISOString()
  await ask('hannah', 'POST', '/api/reminders', { prayer_list_id: list, remind_at, repeats: 'daily' })

  const reported = await write('My neighbour at number 14 drinks again. Please pray for her children.')
  const report = (who: PersonName, which: string, body: object) =>
    ask(who, 'POST', `/api/prayers/${which}/report`, body)
  await report('tomas', reported.id, { report_type: 'harassment', reason: 'Too much.' })
  await report('grace', reported.id, { report_type: 'hate' })
  const hidden = await write('My brother and his wife at the bakery quarrel every night. Please pray for them.')
  await report('tomas', hidden.id, { report_type: 'private_information' })
  const reports = await ask<{ items: { id: string; prayer_request_id: string }[] }>('ruth', 'GET', '/api/reports')
  const open = reports.items.find(({ prayer_request_id }) => prayer_request_id === hidden.id)?.id ?? ''
  const { decision_id } = await ask<{ decision_id: string }>('ruth', 'PUT', `/api/reports/${open}`, {
    decision: 'hidden',
    decision_reason: 'It names a family.',
    template: 'private_information',
  })
  await ask('hannah', 'POST', `/api/decisions/${decision_id}/appeal`, { appeal: 'They asked me to.' })
  const danger = await write('I do not want to live any more. Please pray.')

  const screens = (...paths: string[]): Screen[] => paths.map((path) => ({ path }))
  const tabs = (path: string, ...names: string[]) => names.map((name) => `${path}?tab=${name}`)
  const request = `/prayers/${id}`
  const circle = `/groups/${group}`
  const [visitors, members, groups, numbers, queues] = partNames as [string, string, string, string, string]
  const parts: Part[] = [
    {
      name: visitors,
      reader: 'visitor',
      screens: screens(
        '/',
        '/answered',
        '/help-now?country=DE',
        request,
        '/pray',
        '/signin',
        '/signup',
        '/reset-password',
        // Not after the same address without its end: it would not be opened anew.
        '/verify-email',
        '/reset-password#x.aGFubmFoQGV4YW1wbGUub3Jn',
        '/verify-email#x',
        '/setup#x',
        '/nothing-here',
        '/content/writing-a-prayer-request',
        '/content/cookies-and-storage',
        '/prayers/00000000-0000-4000-8000-000000000000',
      ),
    },
    {
      name: members,
      reader: 'hannah',
      screens: [
        ...screens('/', '/?mine=1', '/answered', '/help-now?country=DE', request, `/prayers/${of}`, `${request}/edit`),
        ...screens('/new-prayer', '/pray', '/today', '/notifications', '/content/how-privacy-works', '/nothing-here'),
        ...screens('/profile', ...tabs('/profile', 'praying', 'notifications', 'account')),
        { path: `/prayers/${danger.id}/held`, has: 'main article' },
        { path: '/decisions', has: 'main article' },
      ],
    },
    {
      name: groups,
      reader: 'hannah',
      screens: screens(
        '/prayer-lists',
        `/prayer-lists?list=${list}`,
        '/groups',
        '/groups/new',
        '/groups/join',
        circle,
        ...tabs(circle, 'members', 'about'),
      ),
    },
    { name: groups, reader: 'hannah', isNew: true, screens: screens('/welcome', '/welcome?step=2', '/welcome?step=3') },
    {
      name: numbers,
      reader: 'peter',
      screens: screens(
        '/admin',
        '/admin/numbers',
        '/admin/users',
        '/admin/users?part=waiting',
        '/admin/users?part=invitations',
        '/admin/users/invite',
        '/admin/users/invite?way=code',
        '/admin/poster',
        '/admin/audit',
        `/admin/users/${await find('peter', '/api/users?search=hannah')}`,
        '/admin/settings',
        '/admin/settings/joining',
        '/admin/opening',
        '/admin/settings/mail',
        '/admin/check',
        '/admin/look',
        '/admin/imprint',
        '/admin/announcement',
        '/admin/announcement/new',
        '/admin/themes',
        '/admin/themes/new',
        `/admin/themes/${await find('peter', '/api/themes')}`,
      ),
    },
    {
      name: queues,
      reader: 'peter',
      screens: [
        ...screens('/admin/prayers', '/admin/categories', '/admin/miscategorized', '/admin/content'),
        ...screens(
          `/admin/announcement/${await find('peter', '/api/admin/content?type=notification')}`,
          '/admin/content/new',
        ),
        ...screens(
          ...tabs('/admin/reports', 'reports', 'waiting', 'appeals'),
          ...tabs('/admin/care', 'danger', 'on_call'),
        ),
        { path: '/admin/reports', press: { button: 'My neighbour at number 14', appears: '[data-also]' } },
      ],
    },
    {
      name: queues,
      reader: 'ines',
      screens: [
        { path: '/admin/care', has: `a[href="/admin/care/${danger.id}"]` },
        { path: `/admin/care/${danger.id}`, has: 'main article' },
      ],
    },
  ]
  return { site, sessions, parts, linked: `/prayers/${linked.id}` }
}
