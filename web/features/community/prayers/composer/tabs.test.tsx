import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { call, type Failure } from '../../../../api.ts'
import { json, makePrayer, storeToken, mockServer, renderPage, signedIn } from '../../../../test.tsx'
import { TOKEN_KEY } from '../../../../token.ts'
import { readStoredDraft, storeDraft } from '../../../../storedDraft.ts'
import { emptyDraft, type Draft } from './draft.ts'
import { PrayerForm } from './PrayerForm.tsx'
import type { Leave } from './useSteps.ts'

const TEXT = 'Please pray for my father 🙏'

const create = async (draft: Draft, idempotency_key: string) =>
  (await call('prayers.create', draft, { idempotency_key })).error
const renderForm = (send: (draft: Draft, key: string, leave: Leave) => Promise<Failure | null>, name = 'test') =>
  renderPage(
    <PrayerForm name={name} initial={emptyDraft} heading="New" close="/" failedTitle="Not shared." send={send} />,
  )

beforeEach(async () => {
  storeToken()
  await page.viewport(1280, 900)
})

it('leaves what was written in another tab meanwhile', async () => {
  mockServer({ ...signedIn, 'POST /api/prayers': () => json(makePrayer()) })
  const sent = vi.fn()
  const { screen } = await renderForm(async (...input) => {
    const error = await create(input[0], input[1])
    sent()
    return error
  })
  await screen.getByLabelText('Your request').fill(TEXT)
  storeDraft('test', { ...emptyDraft, content: 'For my mother' })
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.poll(() => sent).toHaveBeenCalled()
  // What was sent has arrived.
  await expect.poll(() => readStoredDraft('test')).toHaveProperty('key', null)
  expect(readStoredDraft('test')).toHaveProperty('content', 'For my mother')
})

it.each([
  ['when they are written on', (writeOn: () => Promise<void>) => writeOn()],
  ['at once', () => Promise.resolve(dispatchEvent(new Event('storage')))],
])('keeps the words of two tabs apart, %s', async (_, act) => {
  mockServer(signedIn)
  const { screen } = await renderForm(create)
  const text = screen.getByLabelText('Your request')
  await text.fill(TEXT)
  storeDraft('test', { ...emptyDraft, content: 'For my mother' })
  await act(() => text.fill(`${TEXT} and me`))
  expect(readStoredDraft('test')).toHaveProperty('content', 'For my mother')
  expect(readStoredDraft('2:test')).toMatchObject({ content: expect.stringContaining(TEXT) as string })
})

it('keeps one draft of what was written on while nobody was signed in', async () => {
  mockServer(signedIn)
  const { screen } = await renderForm(create)
  const text = screen.getByLabelText('Your request')
  await text.fill(TEXT)
  localStorage.removeItem(TOKEN_KEY)
  await text.fill(`${TEXT} and me`)
  storeToken()
  dispatchEvent(new Event('storage'))
  expect(readStoredDraft('test')).toHaveProperty('content', `${TEXT} and me`)
  expect(readStoredDraft('2:test')).toEqual({})
})

it('leaves the words of another tab that wrote first', async () => {
  mockServer(signedIn)
  const { screen } = await renderForm(create)
  await expect.element(screen.getByLabelText('Your request')).toBeVisible()
  storeDraft('test', { ...emptyDraft, content: 'For my mother' })
  await screen.getByLabelText('Your request').fill(TEXT)
  expect(readStoredDraft('test')).toHaveProperty('content', 'For my mother')
  expect(readStoredDraft('2:test')).toHaveProperty('content', TEXT)
})

it('looks for a place of its own among those that a form opened anew finds', async () => {
  mockServer(signedIn)
  const { screen } = await renderForm(create, '2:test')
  await expect.element(screen.getByLabelText('Your request')).toBeVisible()
  storeDraft('2:test', { ...emptyDraft, content: 'For my mother' })
  await screen.getByLabelText('Your request').fill(TEXT)
  expect(readStoredDraft('2:test')).toHaveProperty('content', 'For my mother')
  expect(readStoredDraft('test')).toHaveProperty('content', TEXT)
})

it('begins no draft anew with what is pressed before the page of the shared request is there', async () => {
  mockServer({ ...signedIn, 'POST /api/prayers': () => json(makePrayer()) })
  const { screen } = await renderForm(create)
  await screen.getByLabelText('Your request').fill(TEXT)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  await expect.poll(() => readStoredDraft('test')).toEqual({})
  await screen.getByRole('radio', { name: 'Anonymous' }).click()
  expect(readStoredDraft('test')).toEqual({})
})

it('takes no other choice while the request is sent: it would look as if it had no name', async () => {
  mockServer(signedIn)
  const sent = Promise.withResolvers<Failure | null>()
  const { screen } = await renderForm(() => sent.promise)
  await screen.getByLabelText('Your request').fill(TEXT)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  const anonymous = screen.getByRole('radio', { name: 'Anonymous' })
  await anonymous.click()
  await expect.element(anonymous).not.toBeChecked()
  sent.resolve({ status: 503, code: 'server.unavailable', detail: 'Busy' })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await anonymous.click()
  await expect.element(anonymous).toBeChecked()
})

it('leads nobody to what was shared when its author has signed out before the answer', async () => {
  mockServer(signedIn)
  const answer = Promise.withResolvers<null>()
  const before = location.pathname
  const sent = vi.fn()
  const { screen } = await renderForm(async (_, _key, leave) => {
    const error = await answer.promise
    leave('/prayers/1')
    sent()
    return error
  })
  await screen.getByLabelText('Your request').fill(TEXT)
  await screen.getByRole('button', { name: 'Share with members' }).click()
  localStorage.removeItem(TOKEN_KEY)
  answer.resolve(null)
  await expect.poll(() => sent).toHaveBeenCalled()
  expect(location.pathname).toBe(before)
})
