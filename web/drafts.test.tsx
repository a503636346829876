import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eraseDrafts, eraseDraftsOf, eraseStaleDrafts, hasDrafts, keepDrafts } from './drafts.ts'
import { readStoredDraft, storeDraft } from './storedDraft.ts'
import { makeToken } from './test.tsx'
import { TOKEN_KEY } from './token.ts'
import { DAY_MS } from '../contract/time.values.ts'

const written = { content: 'Please pray for my father' }
const signInAs = (name: string | null) =>
  name === null ? localStorage.removeItem(TOKEN_KEY) : localStorage.setItem(TOKEN_KEY, makeToken(600, name))
const storedDrafts = () => Object.keys(localStorage).filter((key) => key !== TOKEN_KEY)

beforeEach(() => {
  localStorage.clear()
  signInAs('hannah')
})
afterEach(() => vi.useRealTimers())

it('keeps a draft on the device until it is removed', () => {
  expect(storeDraft('new', written)).toBe(true)
  expect(readStoredDraft('new')).toEqual(written)
  expect(readStoredDraft('other')).toEqual({})
  expect(storeDraft('new', null)).toBe(false)
  expect(readStoredDraft('new')).toEqual({})
  expect(storedDrafts()).toEqual([])
})

it('shows a draft to nobody but its writer, and erases it when another person signs in', () => {
  storeDraft('new', written)
  signInAs('hannah-2')
  expect(readStoredDraft('new')).toEqual({})
  storeDraft('new', { content: 'Mine' })
  eraseStaleDrafts()
  expect(readStoredDraft('new')).toEqual({ content: 'Mine' })
  signInAs('hannah')
  expect(readStoredDraft('new')).toEqual({})
  expect(storedDrafts()).toHaveLength(1)
})

it('keeps it while the session of its writer has ended by itself, and stores none for a visitor', () => {
  storeDraft('new', written)
  signInAs(null)
  expect(readStoredDraft('new')).toEqual({})
  expect(storeDraft('new', { content: 'Too late' })).toBe(false)
  eraseStaleDrafts()
  signInAs('hannah')
  expect(readStoredDraft('new')).toEqual(written)
})

it('keeps what its writer wanted kept for them alone, whoever signs in and out meanwhile', () => {
  storeDraft('new', written)
  keepDrafts()
  signInAs('hannah-2')
  eraseStaleDrafts()
  expect([readStoredDraft('new'), hasDrafts()]).toEqual([{}, false])
  storeDraft('new', { content: 'Mine' })
  eraseDrafts()
  expect(storedDrafts()).toHaveLength(1)
  signInAs('hannah')
  eraseStaleDrafts()
  expect(readStoredDraft('new')).toEqual(written)
  // Written anew, it is as any other.
  storeDraft('new', { content: 'Mine again' })
  signInAs('hannah-2')
  eraseStaleDrafts()
  expect(storedDrafts()).toEqual([])
})

it('erases what was wanted when its writer no longer wants it, and after thirty days', () => {
  storeDraft('new', written)
  keepDrafts()
  eraseDrafts()
  expect(storedDrafts()).toEqual([])
  storeDraft('new', written)
  keepDrafts()
  vi.useFakeTimers({ now: Date.now() + 31 * DAY_MS })
  expect(hasDrafts()).toBe(false)
  eraseStaleDrafts()
  expect(storedDrafts()).toEqual([])
})

it.each([
  [{ content: '', title: ' ', visibility: 'public' }, false],
  [{ content: '', title: 'For Ana', visibility: 'public' }, true],
  [{ text: 'She is home', version: '2' }, true],
  [{ words: 'Ana' }, true],
])('knows of %j whether somebody has written: %s', (draft, isWritten) => {
  storeDraft('new', draft)
  expect(hasDrafts()).toBe(isWritten)
})

it('erases everything at once, and what is about an item that is gone', () => {
  storeDraft('new', written)
  storeDraft('edit:1', written)
  storeDraft('update:1', written)
  storeDraft('edit:2', written)
  eraseDraftsOf('1')
  expect(storedDrafts()).toHaveLength(2)
  eraseDrafts()
  expect(storedDrafts()).toEqual([])
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull()
})

it('neither shows nor keeps a draft of thirty days ago, nor one that cannot be read', () => {
  storeDraft('new', written)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * DAY_MS })
  expect(readStoredDraft('new')).toEqual(written)
  vi.setSystemTime(Date.now() + DAY_MS)
  expect(readStoredDraft('new')).toEqual({})
  localStorage.setItem('draft:hannah:broken', '{')
  signInAs(null)
  eraseStaleDrafts()
  expect(storedDrafts()).toEqual([])
})
