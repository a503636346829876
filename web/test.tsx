import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { IntlProvider } from 'use-intl'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ContentItem } from '../contract/content.ts'
import type { Group } from '../contract/groups.ts'
import type { Prayer, PrayerDetail, PrayerUpdate } from '../contract/prayers.ts'
import { initialFields } from '../contract/prayers.values.ts'
import type { Report } from '../contract/reports.ts'
import type { Output } from '../contract/schemas.ts'
import { browserCall } from './api.ts'
import { AuthProvider, useAuth } from './features/identity/sessions/auth.tsx'
import { cacheMessages, loadMessages } from './messages.ts'
import { createQueryClient } from './query.ts'
import type { Setting } from './features/site/settings/draft.ts'
import type { Site } from './site.tsx'
import { ClockProvider } from './time.tsx'
import { TOKEN_KEY } from './token.ts'
import { Toasts } from './ui/Toast.tsx'

const NOW = Date.UTC(2026, 4, 20, 12)

// As the document of the server has it.
document.documentElement.dataset['language'] = 'en'

/** Returns a token that expires in so many seconds. */
export const makeToken = (seconds: number, name = 'hannah'): string =>
  `h.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, sub: name, sid: name })).replaceAll('=', '')}.s`

/** Keeps such a token in the browser, as somebody has who is signed in. */
export const storeToken = (): void => localStorage.setItem(TOKEN_KEY, makeToken(600))

export const hannah = {
  id: '0198c0de-0000-7000-8000-000000000001',
  display_name: 'Hannah W.',
  email: 'hannah@example.org',
  email_verified: true,
  role: 'member' as const,
  profile: { id: '0198c0de-0000-7000-8000-000000000001', display_name: 'Hannah W.', about: '', joined: '2026-01' },
  preferences: { theme_preference: null, preferred_language: null, appearance: null, text_size: null },
  is_discreet: false,
}

export const makePrayer = (part: Partial<Prayer> = {}): Prayer => ({
  id: 'b4a3c9de-5a66-4c1f-9e3e-0d6a35a5f001',
  author: { id: '0198c0de-0000-7000-8000-000000000002', display_name: 'Grace O.' },
  ...initialFields,
  content: 'Please pray for my father.',
  language: 'en',
  is_anonymous: false,
  is_mine: false,
  visibility: 'public',
  group_id: null,
  group_name: null,
  status: 'open',
  categories: [],
  pray_count: 24,
  has_prayed: false,
  is_following: false,
  reactions: {},
  my_reactions: {},
  update_count: 0,
  latest_update: null,
  created_at: new Date(NOW - 7_200_000).toISOString(),
  updated_at: new Date(NOW - 7_200_000).toISOString(),
  answered_at: null,
  expires_at: null,
  publication: 'published',
  held_reason: null,
  alert: null,
  may: { edit: false, delete: false, categorize: false },
  ...part,
})

/** A report that waits, as staff read it. */
export const makeReport = (part: Partial<Report> = {}): Report => ({
  id: 'r1',
  prayer_request_id: 'p1',
  update_id: null,
  report_type: 'harassment',
  reason: 'It hurts.',
  status: 'open',
  decision: 'none',
  decision_reason: null,
  assigned_to: null,
  also: [],
  reported: {
    title: null,
    content: 'Some people should be ashamed.',
    author: { id: 'a', display_name: 'Dana F.' },
    pseudonym: null,
    visibility: 'public',
    status: 'open',
    publication: 'published',
    created_at: '2026-05-20T10:00:00.000Z',
  },
  created_at: '2026-05-20T11:00:00.000Z',
  updated_at: '2026-05-20T11:00:00.000Z',
  decided_at: null,
  is_overdue: false,
  decision_id: null,
  undo_until: null,
  ...part,
})

/** A setting, as administrators read it. */
export const makeSetting = (name: string, value: Setting['value'] = '', part: Partial<Setting> = {}): Setting => ({
  name,
  value,
  default_value: value,
  choices: [],
  needs_confirmation: false,
  in_environment: false,
  ...part,
})

/** A request with what its own page shows besides. */
export const makeDetail = (part: Partial<PrayerDetail> = {}): PrayerDetail => ({
  ...makePrayer(),
  updates: [],
  offers_help: false,
  in_summary: false,
  ...part,
})

export const makeUpdate = (part: Partial<PrayerUpdate> = {}): PrayerUpdate => ({
  id: 'b4a3c9de-5a66-4c1f-9e3e-0d6a35a5f0aa',
  prayer_request_id: makePrayer().id,
  content: 'He is awake.',
  status: null,
  language: 'en',
  is_held: false,
  reactions: {},
  my_reactions: {},
  created_at: makePrayer().created_at,
  updated_at: null,
  ...part,
})

/** A group as somebody sees it who may ask to join. */
export const makeGroup = (part: Partial<Group> = {}): Group => ({
  id: '0198c0de-0000-7000-8000-00000000000a',
  name: 'Tuesday Evening Circle',
  description: 'We meet at eight.',
  joining: 'request',
  is_listed: true,
  posting: 'members',
  member_count: 14,
  my_role: null,
  my_status: null,
  new_count: 0,
  updated_at: null,
  may: { edit: false, manage: false, post: false, join: true },
  ...part,
})

/** Reads everything again, as a page does that was left and is opened once more. */
export function Again() {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      Again
    </button>
  )
}

/** Signs out, and keeps nothing of what was written. */
export function Leave() {
  const { signOut } = useAuth()
  return (
    <button type="button" onClick={() => void signOut(false)}>
      Leave
    </button>
  )
}

/** A published page of the site, as administrators read it. */
export const makeContent = (part: Partial<ContentItem> = {}): ContentItem => ({
  id: '0198c0de-0000-7000-8000-000000000077',
  title: 'A page',
  slug: 'a-page',
  content: 'One',
  content_type: 'guide',
  status: 'published',
  published: true,
  featured: false,
  language: 'en',
  metadata: {},
  created_at: '2026-05-20T10:00:00.000Z',
  updated_at: '2026-05-20T10:00:00.000Z',
  published_at: '2026-05-20T10:00:00.000Z',
  ...part,
})

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })
export const problem = (status: number, code: string, part: object = {}): Response =>
  json({ type: 'about:blank', title: code, status, code, detail: `Sentence of ${code}`, ...part }, status)

type MockHandler = (request: {
  method: string
  path: string
  headers: Headers
  body: unknown
}) => Response | Promise<Response>

/** Answers a call, and keeps what it sent. */
export const keeping =
  (sent: unknown[], answer: (body: unknown) => ReturnType<MockHandler>): MockHandler =>
  ({ body }) => {
    sent.push(body)
    return answer(body)
  }

/** Delay of every answer, in milliseconds, to find tests that pass only because the server is fast. */
const RESPONSE_DELAY_MS = Number(import.meta.env['LATE'])

/** Mocks the server, by "METHOD /path". An unexpected call fails the test by its 404. */
export function mockServer(answers: Record<string, MockHandler>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const method = init.method ?? 'GET'
    const path = input instanceof Request ? input.url : input.toString()
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    if (RESPONSE_DELAY_MS > 0) await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
    const answer = answers[`${method} ${path}`] ?? answers[`${method} ${path.split('?')[0] ?? ''}`]
    return answer
      ? answer({ method, path, headers: new Headers(init.headers), body })
      : problem(404, 'request.not_found')
  })
}

/** Mocks an endpoint whose first answer is lost. `expectOneKey`: it was called twice with one key, and so counts once. */
export function losesAnswer(answer: MockHandler) {
  const keys: (string | null)[] = []
  const handler: MockHandler = (request) => {
    keys.push(request.headers.get('idempotency-key'))
    return keys.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : answer(request)
  }
  const expectOneKey = (): void => expect(keys).toEqual([expect.any(String), keys[0]])
  return { handler, keys, expectOneKey }
}

export const peter = {
  ...hannah,
  id: '0198c0de-0000-7000-8000-000000000009',
  display_name: 'Peter A.',
  role: 'admin' as const,
}
export const signedInAs = (user: object) => ({
  'GET /api/auth/session': () => json({ user, token: makeToken(600) }),
})
export const signedIn = { 'GET /api/auth/session': () => json({ user: hannah, token: makeToken(600) }) }

/** How one signs up: openly, unless `part` says otherwise. */
export const signUpWays = (part: Partial<Output<'sessions.how_to_sign_up'>> = {}) => ({
  'GET /api/auth/signup': () =>
    json({ sign_up_mode: 'open', join_question: '', require_verified_email: false, sends_mail: true, ...part }),
})

/** Catalogues for components that are tested alone; pages load their own. */
const messageAreas = [
  'app',
  'forms',
  'profile',
  'acts',
  'groups',
  'lists',
  'care',
  'admin',
  'admin_look',
  'admin_pages',
  'admin_site',
  'admin_today',
  'admin_record',
  'services',
  'welcome',
] as const

/** Renders in the page's own surroundings. `path` is where the reader is; `told` what the server told of the site. */
export async function renderPage(children: ReactNode, path = '/', siteOverrides: Partial<Site> = {}) {
  const loaded = await Promise.all(messageAreas.map((area) => loadMessages('en', area)))
  const messages: Record<string, object> = Object.assign({}, ...loaded)
  cacheMessages('en', 'app', loaded[0] ?? {})
  const site = {
    site_name: 'Oremus',
    site_sentence: '',
    logo: null,
    languages: ['en'],
    notifications: [],
    themes: [],
    now: NOW,
    public_origin: 'http://localhost',
    services: { translation: null, speech: null },
    footer: null,
    ...siteOverrides,
  }
  const Providers = () => (
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <ClockProvider now={NOW}>
        <QueryClientProvider client={createQueryClient(browserCall)}>
          <AuthProvider>
            <Outlet />
            <Toasts />
          </AuthProvider>
        </QueryClientProvider>
      </ClockProvider>
    </IntlProvider>
  )
  const router = createMemoryRouter(
    [{ id: 'root', Component: Providers, loader: () => site, children: [{ path: '*', element: children }] }],
    { initialEntries: [path], hydrationData: { loaderData: { root: site } } },
  )
  const screen = await render(<RouterProvider router={router} />)
  return { screen, router }
}
