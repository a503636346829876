import { afterEach, expect, it, vi } from 'vitest'
import { saveInviteCode, withInviteCode } from './inviteCode.ts'
import { forgetFirstVisit, keepFirstVisit, readFirstVisit, wayIn } from './firstVisit.ts'

const now = Date.now().toString(16).padStart(12, '0')
const miriam = { id: `${now.slice(0, 8)}-${now.slice(8)}-7000-8000-000000000001`, display_name: 'A member' }
const grace = { id: '0198c0de-0000-7000-8000-000000000002', display_name: 'Grace O.' }

afterEach(() => vi.useRealTimers())

it('welcomes who has signed up, also after they have chosen a name, and nobody else', () => {
  keepFirstVisit({ to: '/groups/join', user_id: miriam.id, display_name: 'A member' })
  expect(wayIn(grace, '/today')).toBe('/today')
  expect(wayIn(miriam, '/')).toBe('/welcome')
  expect(readFirstVisit({ ...miriam, display_name: 'Miriam' })?.to).toBe('/groups/join')
})

it('welcomes whose account had to wait at their first sign-in, and not who has a name', () => {
  keepFirstVisit({ to: '/', display_name: 'A member' })
  expect(wayIn(grace, '/')).toBe('/')
  expect(wayIn(miriam, '/prayers')).toBe('/welcome')
  expect(readFirstVisit({ ...miriam, display_name: 'Miriam' })?.to).toBe('/prayers')
})

it('offers nothing of it to who has been here for long without a name', () => {
  keepFirstVisit({ to: '/groups/join#kX9', display_name: 'A member', offered_name: 'Aoife Byrne' })
  const grandmother = { ...miriam, id: '0198c0de-0000-7000-8000-000000000003' }
  expect([readFirstVisit(grandmother), wayIn(grandmother, '/')]).toEqual([null, '/'])
  expect(readFirstVisit(miriam)?.offered_name).toBe('Aoife Byrne')
})

it('brings who was invited to a group back to the invitation, in another tab too', () => {
  saveInviteCode('kX9')
  keepFirstVisit({ to: withInviteCode('/groups/join'), display_name: 'A member' })
  sessionStorage.clear()
  for (const target of ['/', '/groups/join']) {
    expect(wayIn(miriam, target)).toBe('/welcome')
    expect(readFirstVisit(miriam)?.to).toBe('/groups/join#kX9')
  }
})

it('is over once it is over, and after a week', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keepFirstVisit({ to: '/', user_id: miriam.id, display_name: 'A member' })
  forgetFirstVisit()
  expect(wayIn(miriam, '/')).toBe('/')
  keepFirstVisit({ to: '/', user_id: miriam.id, display_name: 'A member' })
  vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000)
  expect(wayIn(miriam, '/')).toBe('/')
})

it.each(['//example.com/', String.raw`/\example.com`, 'https://example.com', 'javascript:alert(1)'])(
  'leads to no foreign address: %s',
  (to) => {
    keepFirstVisit({ to, user_id: miriam.id, display_name: 'A member' })
    expect(readFirstVisit(miriam)?.to).toBe('/')
  },
)
