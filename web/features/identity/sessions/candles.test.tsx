import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'
import { storeToken } from '../../../test.tsx'
import { readUserId } from '../../../token.ts'
import { dropCandle, keepCandle, readCandles } from './candles.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

it('keeps every candle that a visitor lit, each once, until it is dropped', () => {
  for (const id of ['one', 'one', 'other']) keepCandle(id)
  expect(readCandles()).toMatchObject([{ id: 'one' }, { id: 'other' }])
  expect([dropCandle('one'), dropCandle('one')]).toEqual([true, false])
  expect(readCandles()).toMatchObject([{ id: 'other' }])
  dropCandle('other')
  expect(sessionStorage.getItem('candles')).toBeNull()
})

it('gives a member’s candle to nobody else', () => {
  storeToken()
  keepCandle('one', readUserId(), 'key')
  keepCandle('two', 'somebody else')
  expect(readCandles()).toMatchObject([{ id: 'one', key: 'key' }])
  expect(dropCandle('two')).toBe(false)
  localStorage.clear()
  expect(readCandles()).toEqual([])
})

it.each(['{', 'null', '{}', '[{"kept_at":1}]'])('takes none from storage that is damaged: %s', (stored) => {
  sessionStorage.setItem('candles', stored)
  expect(readCandles()).toEqual([])
})

it.each([
  ['a visitor’s candle after an hour', false, HOUR_MS],
  ['a member’s after a day', true, DAY_MS],
])('forgets %s', (_, isMember, age) => {
  if (isMember) storeToken()
  keepCandle('one', readUserId())
  vi.useFakeTimers({ now: Date.now() + age - 1000 })
  expect(readCandles()).toHaveLength(1)
  vi.setSystemTime(Date.now() + 2000)
  expect(readCandles()).toEqual([])
})
