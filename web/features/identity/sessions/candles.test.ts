import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import { keepCandle, readCandles, takeCandles } from './candles.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.useRealTimers()
})

it('keeps every candle that a visitor lit, each once, for one use', () => {
  for (const id of ['one', 'one', 'other']) keepCandle(id)
  expect(readCandles()).toMatchObject([{ id: 'one' }, { id: 'other' }])
  const copy = sessionStorage.getItem('candles') ?? ''
  const taken = takeCandles()
  expect(taken.map(({ id }) => id)).toEqual(['one', 'other'])
  expect(takeCandles()).toEqual([])
  // A copy of the tab sends the same keys.
  sessionStorage.setItem('candles', copy)
  expect(takeCandles()).toEqual(taken)
})

it.each(['{', 'null', '{}', '[{"kept_at":1}]'])('takes none from storage that is damaged: %s', (stored) => {
  sessionStorage.setItem('candles', stored)
  expect(takeCandles()).toEqual([])
})

it('forgets them after an hour', () => {
  keepCandle('one')
  vi.useFakeTimers({ now: Date.now() + HOUR_MS + 1000 })
  expect(takeCandles()).toEqual([])
})
