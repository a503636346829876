import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Failure } from '../../../../api.ts'
import { json, makePrayer, makeToken, problem, renderPage, mockServer, signedIn } from '../../../../test.tsx'
import { TOKEN_KEY } from '../../../../token.ts'
import { emptyDraft, readDraft, type Draft } from './draft.ts'
import { PrayerForm } from './PrayerForm.tsx'

const TEXT = 'Please pray for my father 🙏'

const renderForm = (send: (draft: Draft, key: string) => Promise<Failure | null>) =>
  renderPage(
    <PrayerForm
      name="test"
      initial={emptyDraft}
      submitLabel="Share"
      failedTitle="Your request wasn’t shared."
      send={send}
    />,
  )
const create = async (draft: Draft, idempotency_key: string) =>
  (await call('prayers.create', draft, { idempotency_key })).error

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a refusal', () => {
  it.each([
    ['400', () => problem(400, 'request.invalid')],
    ['401', () => problem(401, 'sessions.required')],
    ['413', () => problem(413, 'request.too_large')],
    ['429', () => problem(429, 'prayers.too_many_this_hour')],
    ['503', () => problem(503, 'server.unavailable')],
    ['an answer that is none', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('keeps the text: %s', async (_, answer) => {
    mockServer({ ...signedIn, 'POST /api/prayers': answer })
    const { screen } = await renderForm(create)
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Share' }).click()
    await expect.element(screen.getByRole('alert')).toHaveFocus()
    await expect.element(screen.getByLabelText('Your request')).toHaveValue(TEXT)
    expect(readDraft('test').content).toBe(TEXT)
  })

  it('of a field is shown beside that field, in words', async () => {
    const errors = [{ path: 'title', code: 'too_long', detail: 'x', maximum: 4 }]
    mockServer({ ...signedIn, 'POST /api/prayers': () => problem(400, 'request.invalid', { errors }) })
    const { screen } = await renderForm(create)
    await screen.getByLabelText(/Title/).fill('Father')
    await screen.getByLabelText('Your request').fill(TEXT)
    await screen.getByRole('button', { name: 'Share' }).click()
    await expect
      .element(screen.getByLabelText(/Title/))
      .toHaveAccessibleDescription('Use at most 4 characters. You have 6.')
  })
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
  await screen.getByRole('button', { name: 'Share' }).dblClick()
  await expect.element(screen.getByRole('button', { name: 'Sending…' })).toBeVisible()
  expect(send).toHaveBeenCalledTimes(1)
  answer({ status: 503, code: 'server.unavailable', detail: 'Busy' })
  await screen.getByRole('button', { name: 'Share' }).click()
  expect(keys[1]).toBe(keys[0])
  answer({ status: 503, code: 'server.unavailable', detail: 'Busy' })
  await screen.getByLabelText('Your request').fill(`${TEXT} and my mother`)
  await screen.getByRole('button', { name: 'Share' }).click()
  expect(keys[2]).not.toBe(keys[0])
})

it('forgets the draft once it is shared', async () => {
  mockServer({ ...signedIn, 'POST /api/prayers': () => json(makePrayer()) })
  const { screen } = await renderForm(create)
  await screen.getByLabelText('Your request').fill(TEXT)
  expect(readDraft('test').content).toBe(TEXT)
  await screen.getByRole('button', { name: 'Share' }).click()
  await vi.waitFor(() => expect(readDraft('test')).toEqual({}))
})

describe('before sending', () => {
  it('asks for a text and takes the writer there', async () => {
    const send = vi.fn(() => Promise.resolve(null))
    mockServer(signedIn)
    const { screen } = await renderForm(send)
    await screen.getByRole('button', { name: 'Share' }).click()
    await expect.element(screen.getByLabelText('Your request')).toHaveFocus()
    await expect.element(screen.getByText('Please fill this in.')).toBeVisible()
    expect(send).not.toHaveBeenCalled()
    await screen.getByLabelText('Your request').fill('Hi!')
    await expect.element(screen.getByText('Please fill this in.')).not.toBeInTheDocument()
  })

  it('counts what people count as characters', async () => {
    mockServer(signedIn)
    const { screen } = await renderForm(() => Promise.resolve(null))
    await screen.getByLabelText('Your request').fill('🙏🙏')
    await expect.element(screen.getByText(/2 \/ 5,000$/)).toBeVisible()
    await screen.getByLabelText('Your request').fill('🙏'.repeat(4999))
    await expect.element(screen.getByText('1 character left')).toBeVisible()
    await screen.getByLabelText('Your request').fill('🙏'.repeat(5001))
    await screen.getByRole('button', { name: 'Share' }).click()
    await expect.element(screen.getByText('Use at most 5,000 characters. You have 5,001.')).toBeVisible()
  })
})
