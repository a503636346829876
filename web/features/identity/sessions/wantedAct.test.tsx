import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOKEN_KEY } from '../../../token.ts'
import { hasWantedAct, keepWantedAct, takeWantedAct } from './wantedAct.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'

const id = '0198c0de-0000-7000-8000-000000000001'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

it('keeps an act for one use', () => {
  expect(keepWantedAct({ act: 'pray', id })).toBe(true)
  expect(takeWantedAct()).toMatchObject({ act: 'pray', id })
  expect(takeWantedAct()).toBeNull()
})

it.each([
  [null],
  ['ended'],
  [{ act: 'delete', id }],
  [{ act: 'constructor', id }],
  [{ act: 'pray' }],
  [{ act: 'pray', id: '../users' }],
  [{ act: ['pray'], id }],
])('keeps nothing else: %o', (value) => {
  expect(keepWantedAct(value)).toBe(false)
  expect(hasWantedAct()).toBe(false)
})

it('takes no act from storage that is not one of them, or that is damaged', () => {
  for (const stored of ['{', 'null', '[]', JSON.stringify({ act: 'delete', id, kept_at: Date.now(), key: 'x' })]) {
    sessionStorage.setItem('wanted_act', stored)
    expect(takeWantedAct()).toBeNull()
  }
})

it('forgets it after an hour', () => {
  keepWantedAct({ act: 'join', id })
  vi.setSystemTime(Date.now() + HOUR_MS - 1000)
  expect(hasWantedAct()).toBe(true)
  vi.setSystemTime(Date.now() + 2000)
  expect(takeWantedAct()).toBeNull()
})

it('is done by whose session ended with the press, and by nobody else', () => {
  const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub, exp: Date.now() / 1000 + 900 }))}.x`
  keepWantedAct({ act: 'join', id }, 'hannah')
  localStorage.setItem(TOKEN_KEY, tokenOf('tomas'))
  expect(hasWantedAct()).toBe(false)
  localStorage.setItem(TOKEN_KEY, tokenOf('hannah'))
  expect(hasWantedAct()).toBe(true)
  localStorage.setItem(TOKEN_KEY, tokenOf('tomas'))
  expect(takeWantedAct()).toBeNull()
  // What a visitor pressed is done by whoever signs in then.
  keepWantedAct({ act: 'join', id })
  expect(takeWantedAct()).toMatchObject({ act: 'join' })
})

it('sends the same key from a copy of the tab, so that it counts once', () => {
  keepWantedAct({ act: 'follow', id })
  const copy = sessionStorage.getItem('wanted_act') ?? ''
  const first = takeWantedAct()
  sessionStorage.setItem('wanted_act', copy)
  expect(takeWantedAct()?.key).toBe(first?.key)
})
