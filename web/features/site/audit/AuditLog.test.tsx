import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import AuditLog from './AuditLog.tsx'

beforeEach(storeToken)

/** Opens the log, which holds `items` unless `answers` says otherwise. */
async function open(items: object[], answers: Parameters<typeof mockServer>[0] = {}) {
  mockServer({
    ...signedInAs(peter),
    'GET /api/users': () => json({ items: [], page: 0, pageSize: 100, total: 0 }),
    'GET /api/admin/audit': () => json({ items, next_cursor: null }),
    ...answers,
  })
  return (await renderPage(<AuditLog />, '/admin/audit')).screen
}

it('asks for the password before the record is taken along', async () => {
  let confirmed = false
  let exported = 0
  const taken = vi.spyOn(URL, 'createObjectURL')
  const screen = await open([], {
    'POST /api/admin/audit/export': () => {
      if (!confirmed) return problem(403, 'sessions.confirmation_needed')
      exported += 1
      return new Response('Wann,Wer', { headers: { 'content-disposition': 'attachment; filename="audit.csv"' } })
    },
    'POST /api/auth/confirm': () => {
      confirmed = true
      return json({ confirmed_until: '2026-05-20T12:05:00.000Z' })
    },
  })
  await screen.getByRole('button', { name: 'Save as a spreadsheet' }).click()
  await screen.getByRole('dialog').getByLabelText('Password').fill('a quiet evening prayer')
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /Continue|Confirm/ })
    .click()
  await expect.element(screen.getByText('Downloaded. That’s in the log too.')).toBeVisible()
  expect(exported).toBe(1)
  // With the mark by which Excel knows the letters of other countries.
  const bytes = new Uint8Array(await new Response(taken.mock.lastCall?.[0] as Blob).arrayBuffer())
  expect([...bytes.subarray(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x57])
})

/** What Ruth did. */
const act = (id: string, action: string, subject: object, from: string | null = null, to: string[] = []) => ({
  id,
  action,
  subject,
  from,
  to,
  actor_id: 'b',
  actor: { id: 'b', display_name: 'Ruth M.' },
  target_type: null,
  target_id: null,
  reason: null,
  detail: {},
  created_at: '2026-05-20T12:00:00.000Z',
})

const request = { kind: 'request', name: 'Rain', path: '/prayers/r' }

it('says what was decided, and a full stop once', async () => {
  const items = [
    act('1', 'reports.decide', request, null, ['hidden']),
    act('2', 'settings.write', { kind: 'setting', name: 'site_name', path: '' }, '', ['Riverside']),
    act('3', 'accounts.suspend', { kind: 'user', name: 'Hannah W.', path: '' }),
    act('4', 'emails.change', { kind: 'user', name: 'Jonas', path: '' }, 'a@example.org', ['b@example.org']),
    act('5', 'content.create', { kind: 'page', name: '主日晚祷。', path: '' }),
  ]
  const screen = await open(items)
  await expect.element(screen.getByText('Ruth M. decided about a report on “Rain”. Decision: hidden.')).toBeVisible()
  await expect
    .element(screen.getByText('Ruth M. changed a setting: Site name. Before: empty. Now: “Riverside”.'))
    .toBeVisible()
  await expect.element(screen.getByText('Ruth M. suspended Hannah W.', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ruth M. changed the email address of Jonas.', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ruth M. wrote the page 主日晚祷。', { exact: true })).toBeVisible()
})

it('calls a category that came with the site as the page does everywhere, and any other by its name', async () => {
  const items = [
    act('1', 'classifications.change_links', request, null, ['Gesundheit', 'Harvest']),
    act('2', 'categories.edit', { kind: 'category', name: 'Gesundheit', path: '/admin/categories' }),
  ]
  // As if the stored name were in another language than the page.
  const health = { id: 'c1', key: 'health', name: 'Gesundheit', is_built_in: true, color: null, order: 0 }
  const screen = await open(items, { 'GET /api/categories': () => json([health]) })
  await expect.element(screen.getByText('Ruth M. put “Rain” under Health and Harvest.')).toBeVisible()
  await expect.element(screen.getByText('Ruth M. changed the category Health.')).toBeVisible()
})

it('shows one year, from its first day to its last', async () => {
  let asked = '/'
  const screen = await open([], {
    'GET /api/admin/audit': ({ path }) => {
      asked = path
      return json({ items: [], next_cursor: null })
    },
  })
  await screen.getByRole('combobox', { name: 'When' }).selectOptions('2026')
  const bounds = () => {
    const { searchParams } = new URL(asked, 'http://localhost')
    return ['since', 'until'].map((name) => searchParams.get(name))
  }
  await expect.poll(bounds).toEqual([2026, 2027].map((year) => new Date(year, 0, 1).toISOString()))
})

it('says that earlier acts could not be loaded, and can be asked again', async () => {
  let isDown = true
  const suspend = (name: string) => act(name, 'accounts.suspend', { kind: 'user', name, path: '' })
  const screen = await open([], {
    'GET /api/admin/audit': ({ path }) => {
      if (!path.includes('cursor=')) return json({ items: [suspend('Hannah W.')], next_cursor: 'next' })
      return isDown ? problem(403, 'request.forbidden') : json({ items: [suspend('Jonas')], next_cursor: null })
    },
  })
  const more = screen.getByRole('button', { name: 'Show more' })
  await more.click()
  const why = screen.getByText('Sentence of request.forbidden')
  await expect.element(why).toBeVisible()
  isDown = false
  await more.click()
  await expect.element(screen.getByText('Ruth M. suspended Jonas.', { exact: true })).toBeVisible()
  await expect.element(why).not.toBeInTheDocument()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Jonas' })).toHaveFocus()
})

it('is read by itself when the connection is back', async () => {
  const jonas = act('1', 'accounts.suspend', { kind: 'user', name: 'Jonas', path: '' })
  let isDown = true
  const screen = await open([], {
    'GET /api/admin/audit': () =>
      isDown ? Promise.reject(new TypeError('Failed to fetch')) : json({ items: [jonas], next_cursor: null }),
  })
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  isDown = false
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await expect.element(screen.getByText('Ruth M. suspended Jonas.', { exact: true })).toBeVisible()
})
