import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { call, type Failure } from '../../../../api.ts'
import { json, makePrayer, storeToken, problem, renderPage, mockServer, signedIn } from '../../../../test.tsx'
import { isoDay } from '../../../../time.tsx'
import { readStoredDraft } from '../../../../storedDraft.ts'
import { emptyDraft, type Draft } from './draft.ts'
import { PrayerForm } from './PrayerForm.tsx'
import type { Leave } from './useSteps.ts'

const WIDE = [1280, 900] as const
const NARROW = [390, 844] as const
const TEXT = 'Please pray for my father 🙏'

const renderForm = (send: (draft: Draft, key: string, leave: Leave) => Promise<Failure | null>, initial = emptyDraft) =>
  renderPage(
    <PrayerForm
      name="test"
      initial={initial}
      heading="What can we pray for?"
      close="/"
      failedTitle="Your request wasn’t shared."
      send={send}
    />,
  )
const create = async (draft: Draft, idempotency_key: string) =>
  (await call('prayers.create', draft, { idempotency_key })).error

beforeEach(async () => {
  storeToken()
  await page.viewport(...WIDE)
})

describe('a refusal', () => {
  it.each([
    ['400', () => problem(400, 'request.invalid'), /wasn’t shared/],
    ['401', () => problem(401, 'sessions.required'), /wasn’t shared/],
    ['413', () => problem(413, 'request.too_large'), /Sentence of request\.too_large/],
    ['429', () => problem(429, 'prayers.too_many_this_hour'), /Sentence of prayers\.too_many_this_hour/],
    ['503', () => problem(503, 'server.unavailable'), /Sentence of server\.unavailable/],
    ['an answer that is none', () => new Response('<html>Bad gateway</html>', { status: 502 }), /wasn’t shared/],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), /You seem to be offline/],
  ])('keeps the text, and says why: %s', async (_, answer, sentence) => {
    mockServer({ ...signedIn, 'POST /api/prayers': answer })
    const { screen } = await renderForm(create)
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.element(screen.getByRole('alert')).toHaveFocus()
    await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible()
    await expect.element(screen.getByLabelText('Your request')).toHaveValue(TEXT)
    // Its writer finds it again, after signing in again where the session has ended.
    storeToken()
    expect(readStoredDraft('test')).toHaveProperty('content', TEXT)
  })

  it('of a field is shown beside that field, in words', async () => {
    const errors = [{ path: 'title', code: 'too_long', detail: 'x', maximum: 4 }]
    mockServer({ ...signedIn, 'POST /api/prayers': () => problem(400, 'request.invalid', { errors }) })
    const { screen } = await renderForm(create)
    await screen.getByText('More options').click()
    await screen.getByLabelText(/Title/).fill('Father')
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect
      .element(screen.getByLabelText(/Title/))
      .toHaveAccessibleDescription('Use at most 4 characters. You have 6.')
  })
})

it('goes to the sign that cannot be saved, and keeps all that was written', async () => {
  const errors = [{ path: 'content', code: 'unreadable', detail: 'x' }]
  mockServer({ ...signedIn, 'POST /api/prayers': () => problem(400, 'request.invalid', { errors }) })
  const { screen } = await renderForm(create)
  const words = screen.getByLabelText('Your request')
  const written = `For Le${'\u0301'.repeat(31)}na`
  await words.fill(written)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.element(words).toHaveFocus()
  await expect.element(words).toHaveAccessibleDescription(/The last sign in “For Le\u0301\u0301” can’t be saved/)
  const { selectionStart, selectionEnd, value } = words.element() as HTMLTextAreaElement
  expect([selectionStart, selectionEnd, value]).toEqual([6, 37, written])
})

it('sends once for two quick presses, and can be sent again with the same key', async () => {
  const keys: string[] = []
  let answer: (failure: Failure | null) => void = () => {}
  const send = vi.fn((_: Draft, key: string) => {
    keys.push(key)
    return new Promise<Failure | null>((resolve) => (answer = resolve))
  })
  mockServer(signedIn)
  const { screen } = await renderForm(send)
  await screen.getByLabelText('Your request').fill(TEXT)
  await screen.getByRole('button', { name: 'Share with members' }).dblClick()
  await expect.element(screen.getByRole('button', { name: 'Sending…' })).toBeVisible()
  expect(send).toHaveBeenCalledTimes(1)
  answer({ status: 503, code: 'server.unavailable', detail: 'Busy' })
  await screen.getByRole('button', { name: 'Share with members' }).click()
  expect(keys[1]).toBe(keys[0])
  answer({ status: 503, code: 'server.unavailable', detail: 'Busy' })
  await screen.getByLabelText('Your request').fill(`${TEXT} and my mother`)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  expect(keys[2]).not.toBe(keys[0])
})

it('takes no words after the press that it would lose, and no second press until the next page is there', async () => {
  const sent = Promise.withResolvers<Failure | null>()
  const send = vi.fn(() => sent.promise)
  mockServer(signedIn)
  const { screen } = await renderForm(send)
  const words = screen.getByLabelText('Your request')
  await words.fill(TEXT)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.element(words).toHaveAttribute('readonly')
  sent.resolve(null)
  await expect.poll(() => readStoredDraft('test')).toEqual({})
  await screen.getByRole('button', { name: 'Sending…' }).click({ force: true })
  expect(send).toHaveBeenCalledTimes(1)
  await expect.element(words).toHaveAttribute('readonly')
})

describe('before sending', () => {
  it('asks for a text and takes the writer there', async () => {
    const send = vi.fn(() => Promise.resolve(null))
    mockServer(signedIn)
    const { screen } = await renderForm(send)
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.element(screen.getByLabelText('Your request')).toHaveFocus()
    await expect.element(screen.getByText('Write a few words first.')).toBeVisible()
    expect(send).not.toHaveBeenCalled()
    await screen.getByLabelText('Your request').fill('Hi!')
    await expect.element(screen.getByText('Write a few words first.')).not.toBeInTheDocument()
  })

  it('counts what people count as characters', async () => {
    mockServer(signedIn)
    const { screen } = await renderForm(() => Promise.resolve(null))
    await screen.getByLabelText('Your request').fill('🙏🙏')
    await expect.element(screen.getByText(/characters? left/)).not.toBeInTheDocument()
    await screen.getByLabelText('Your request').fill('🙏'.repeat(4999))
    await expect.element(screen.getByText('1 character left')).toBeVisible()
    await screen.getByLabelText('Your request').fill('🙏'.repeat(5001))
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.element(screen.getByText('Use at most 5,000 characters. You have 5,001.')).toBeVisible()
  })
})

describe('in a narrow window', () => {
  beforeEach(async () => {
    document.documentElement.dataset['js'] = ''
    await page.viewport(...NARROW)
  })
  afterEach(() => delete document.documentElement.dataset['js'])

  it('asks for the words first, then who can read them, and moves the focus to the heading', async () => {
    const send = vi.fn<(draft: Draft) => Promise<Failure | null>>(() => Promise.resolve(null))
    mockServer(signedIn)
    const { screen } = await renderForm(send)
    const words = screen.getByLabelText('Your request')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(words).toHaveFocus()
    await expect.element(screen.getByText('Write a few words first.')).toBeVisible()
    await words.fill(TEXT)
    await expect.element(screen.getByText('Draft saved')).toBeVisible()
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Who can read it?' })).toHaveFocus()
    await expect.element(words).not.toBeVisible()
    await screen.getByRole('button', { name: 'Edit' }).click()
    await expect.element(screen.getByRole('heading', { name: 'What can we pray for?' })).toHaveFocus()
    await expect.element(words).toHaveValue(TEXT)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await screen.getByRole('radio', { name: 'Members' }).click()
    await screen.getByRole('radio', { name: 'Anonymous' }).click()
    expect(send).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.poll(() => send).toHaveBeenCalled()
    expect(send.mock.lastCall?.[0]).toMatchObject({ content: TEXT, visibility: 'members', is_anonymous: true })
  })

  it('returns to the words with the Back button of the device, and once for two quick presses of its own', async () => {
    mockServer(signedIn)
    const { screen, router } = await renderForm(() => Promise.resolve(null))
    const words = screen.getByLabelText('Your request')
    const readers = screen.getByRole('heading', { name: 'Who can read it?' })
    await words.fill(TEXT)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(readers).toBeVisible()
    await router.navigate(-1)
    await expect.element(screen.getByRole('heading', { name: 'What can we pray for?' })).toHaveFocus()
    await expect.element(words).toHaveValue(TEXT)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await screen.getByRole('button', { name: 'Back to your words' }).dblClick()
    await expect.element(words).toBeVisible()
    await expect.element(words).toHaveValue(TEXT)
  })

  it('shares nothing when “Continue” is pressed twice', async () => {
    const send = vi.fn(() => Promise.resolve(null))
    mockServer(signedIn)
    const { screen } = await renderForm(send)
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Continue' }).dblClick()
    await expect.element(screen.getByRole('heading', { name: 'Who can read it?' })).toHaveFocus()
    // Where the second press comes late, the button of this step lies under it: it would take the focus.
    const second = new MouseEvent('mousedown', { detail: 2, bubbles: true, cancelable: true })
    screen.getByRole('button', { name: 'Share with members' }).element().dispatchEvent(second)
    expect(second.defaultPrevented).toBe(true)
    expect(send).not.toHaveBeenCalled()
  })

  it('goes on in Safari before 17.4, which has no `checkVisibility`', async () => {
    vi.spyOn(Element.prototype as { checkVisibility: unknown }, 'checkVisibility', 'get').mockReturnValue(undefined)
    mockServer(signedIn)
    const { screen } = await renderForm(create)
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Who can read it?' })).toHaveFocus()
  })

  it('leaves the page of the request in place of both steps', async () => {
    mockServer(signedIn)
    const { screen, router } = await renderForm((_, _key, leave) => {
      leave('/prayers/1', { just_shared: true })
      return Promise.resolve(null)
    })
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Continue' }).click()
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/prayers/1')
    expect(router.state.location.state).toMatchObject({ just_shared: true })
    // Nothing lies before it.
    await router.navigate(-1)
    expect(router.state.location.pathname).toBe('/prayers/1')
  })

  it('returns to the words that the server refused', async () => {
    const errors = [{ path: 'content', code: 'too_short', detail: 'x', minimum: 3 }]
    mockServer({ ...signedIn, 'POST /api/prayers': () => problem(400, 'request.invalid', { errors }) })
    const { screen } = await renderForm(create)
    await screen.getByLabelText('Your request').fill('\u200b\u200b\u200b')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.element(screen.getByLabelText('Your request')).toHaveFocus()
    await expect.element(screen.getByText(/Use at least 3 characters/)).toBeVisible()
  })
})

it('keeps a request for its author alone, and the draft as it was when that fails', async () => {
  const send = vi.fn<(draft: Draft) => Promise<Failure | null>>(() =>
    Promise.resolve({ status: 503, code: 'server.unavailable', detail: 'Busy' }),
  )
  mockServer(signedIn)
  const { screen } = await renderForm(send)
  await screen.getByLabelText('Your request').fill(TEXT)
  await screen.getByRole('button', { name: 'Not ready? Keep it just for you' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(send.mock.lastCall?.[0]).toMatchObject({ content: TEXT, visibility: 'private' })
  expect(readStoredDraft('test')).toMatchObject({ content: TEXT, visibility: 'members' })
  await expect.element(screen.getByRole('radio', { name: 'Members' })).toBeChecked()
})

it('shows a suggestion in its place, chosen or not, and saves it only when it is pressed', async () => {
  const category = (id: string, name: string) => ({ id, name, key: null, score: 1 })
  mockServer({
    ...signedIn,
    'POST /api/suggestions': () =>
      json({ categories: [category('a', 'Health'), category('b', 'Family')], language: 'en' }),
  })
  const { screen } = await renderForm(() => Promise.resolve(null))
  await screen.getByLabelText('Your request').fill(TEXT)
  const chips = screen.getByRole('group', { name: 'Suggested categories' })
  await expect.element(chips.getByRole('button', { name: 'Family', pressed: false })).toBeVisible()
  expect(readStoredDraft('test')).toHaveProperty('categoryIds', [])
  await chips.getByRole('button', { name: 'Family' }).click()
  await expect.element(chips.getByRole('button', { name: 'Family', pressed: true })).toBeVisible()
  expect(readStoredDraft('test')).toHaveProperty('categoryIds', ['b'])
  expect(
    chips
      .getByRole('button')
      .elements()
      .map((chip) => chip.textContent),
  ).toEqual(['Health', 'Family', ''])
})

it('goes without a category that an administrator deleted meanwhile', async () => {
  const there = { ...emptyDraft, content: TEXT, categoryIds: ['gone', 'there'] }
  const sent: string[][] = []
  mockServer({
    ...signedIn,
    'GET /api/categories': () => json([{ id: 'there', name: 'Family', key: null, is_built_in: false }]),
    'POST /api/prayers': ({ body }) => {
      const { categoryIds } = body as Draft
      sent.push(categoryIds)
      return categoryIds.includes('gone') ? problem(404, 'categories.not_found') : json(makePrayer())
    },
  })
  const { screen } = await renderForm(create, there)
  const chips = screen.getByRole('group', { name: 'Suggested categories' })
  await expect.element(chips.getByRole('button', { name: 'Family' })).toBeVisible()
  expect(chips.getByRole('button', { pressed: true }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.poll(() => sent).toEqual([['gone', 'there'], ['there']])
})

const makeGroup = (id: string, name: string, post = true) => ({ id, name, member_count: 3, may: { post } })

it.each([
  ['is gone', 404, 'groups.not_found', []],
  ['is closed to them', 403, 'groups.leaders_only', [makeGroup('one', 'Alpha', false)]],
])('takes a group that %s out of the choice, and keeps the others', async (_, status, code, after) => {
  const groups = [makeGroup('one', 'Alpha'), makeGroup('two', 'Beta')]
  const sent: string[][] = []
  mockServer({
    ...signedIn,
    'GET /api/groups': () => json({ items: sent.length === 0 ? groups : [...after, makeGroup('two', 'Beta')] }),
    'POST /api/prayers': ({ body }) => {
      const { group_ids } = body as Draft
      sent.push(group_ids)
      return group_ids.includes('one') ? problem(status, code) : json(makePrayer())
    },
  })
  const both: Draft = { ...emptyDraft, content: TEXT, visibility: 'group', group_ids: ['one', 'two'] }
  const send = async (draft: Draft) => (await call('prayers.create', draft)).error
  const { screen } = await renderForm(send, both)
  await expect.element(screen.getByRole('checkbox', { name: 'Alpha' })).toBeChecked()
  await screen.getByRole('button', { name: 'Share with your groups' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Alpha' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('checkbox', { name: 'Beta' })).toBeChecked()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Share with your group' }).click()
  await expect.poll(() => sent).toEqual([['one', 'two'], ['two']])
})

it('asks for another group when the only one is gone', async () => {
  const sent: string[] = []
  mockServer({
    ...signedIn,
    'GET /api/groups': () =>
      json({ items: [...(sent.length === 0 ? [makeGroup('one', 'Alpha')] : []), makeGroup('two', 'Beta')] }),
    'POST /api/prayers': () => {
      sent.push('one')
      return problem(404, 'groups.not_found')
    },
  })
  const one: Draft = { ...emptyDraft, content: TEXT, visibility: 'group', group_ids: ['one'] }
  const { screen } = await renderForm(async (draft) => (await call('prayers.create', draft)).error, one)
  await expect.element(screen.getByRole('checkbox', { name: 'Alpha' })).toBeChecked()
  await screen.getByRole('button', { name: 'Share with your group' }).click()
  await expect.element(screen.getByText('Choose a group.')).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Beta' }).click()
  await expect.element(screen.getByText('Choose a group.')).not.toBeInTheDocument()
})

it('takes no day that has passed where its writer is, and says so beside it', async () => {
  // The day stays the same to its end.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const send = vi.fn<(draft: Draft) => Promise<Failure | null>>(() => Promise.resolve(null))
  mockServer(signedIn)
  const { screen } = await renderForm(send)
  await screen.getByLabelText('Your request').fill(TEXT)
  await screen.getByText('More options').click()
  const day = screen.getByLabelText(/Is there a day for this/)
  const today = isoDay(new Date())
  await expect.element(day).toHaveAttribute('min', today)
  await day.fill(isoDay(new Date(Date.now() - 86_400_000)))
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.element(day).toHaveFocus()
  await expect.element(day).toHaveAccessibleDescription(/This day has passed/)
  expect(send).not.toHaveBeenCalled()
  await day.fill(today)
  await expect.element(day).not.toHaveAccessibleDescription(/This day has passed/)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.poll(() => send.mock.lastCall?.[0]).toMatchObject({ date: today })
})

it('grows and shrinks with the words in a browser that has no `field-sizing`', async () => {
  await page.viewport(...NARROW)
  mockServer(signedIn)
  vi.spyOn(CSS, 'supports').mockReturnValue(false)
  const { screen } = await renderForm(() => Promise.resolve(null))
  const field = screen.getByLabelText('Your request')
  const element = field.element() as HTMLTextAreaElement
  element.style.setProperty('field-sizing', 'fixed')
  const least = element.offsetHeight
  await field.fill('Please pray for my father. '.repeat(30))
  expect(element.offsetHeight).toBeGreaterThan(2 * least)
  expect(element.scrollHeight).toBe(element.clientHeight)
  await field.fill('Please pray.')
  expect(element.offsetHeight).toBe(least)
  vi.restoreAllMocks()
})
