import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Prayer } from '../../contract/prayers.ts'
import { Again, json, keeping, makePrayer, storeToken, mockServer, problem, renderPage, signedIn } from '../test.tsx'
import EditPrayerRoute from './edit-prayer.tsx'

beforeEach(async () => {
  // Both steps stand side by side.
  await page.viewport(1280, 900)
  storeToken()
})

afterEach(() => onlineManager.setOnline(true))

const first = '2026-05-09T10:00:00.000Z'
const second = '2026-05-09T11:00:00.000Z'
const makeOwn = (part: Partial<Prayer> = {}): Prayer =>
  makePrayer({ is_mine: true, may: { edit: true, delete: true, categorize: true }, ...part })

/** Opens the page of a request, on a server that answers so. */
const open = (prayer: Prayer, answers: Parameters<typeof mockServer>[0] = {}) => {
  mockServer({
    ...signedIn,
    'GET /api/groups': () => json({ items: [], page: 0, pageSize: 20, has_more: false }),
    'GET /api/categories': () => json([]),
    [`GET /api/prayers/${prayer.id}`]: () => json({ ...prayer, updates: [] }),
    ...answers,
  })
  const route = { params: { id: prayer.id } } as Parameters<typeof EditPrayerRoute>[0]
  return renderPage(
    <>
      <Again />
      <EditPrayerRoute {...route} />
    </>,
    `/prayers/${prayer.id}/edit`,
  )
}

/** A request that was changed on another device after the page was opened. */
async function openWithConflict(isLost = false) {
  const prayer = makeOwn({ updated_at: first })
  let stored: Prayer = prayer
  const sent: unknown[] = []
  const { screen } = await open(prayer, {
    [`GET /api/prayers/${prayer.id}`]: () =>
      isLost && stored !== prayer ? problem(503, 'server.unavailable') : json({ ...stored, updates: [] }),
    [`PUT /api/prayers/${prayer.id}`]: ({ body }: { body: unknown }) => {
      const { updated_at } = body as { updated_at: string }
      sent.push(body)
      return updated_at === stored.updated_at ? json(stored) : problem(409, 'prayers.changed')
    },
  })
  const text = screen.getByRole('textbox', { name: 'Your request' })
  await text.fill('What I write on this device, slowly.')
  stored = { ...prayer, content: 'What I wrote on the other device.', updated_at: second }
  await screen.getByRole('button', { name: 'Save changes' }).click()
  const heading = screen.getByRole('heading', { name: 'Changed while you wrote' })
  await expect.element(isLost ? screen.getByText(/Sentence of prayers.changed/) : heading).toBeVisible()
  return { screen, text, sent }
}

it('shows the newer text, and replaces it only when the author keeps theirs', async () => {
  const { screen, text, sent } = await openWithConflict()
  await expect.element(screen.getByText('What I wrote on the other device.')).toBeVisible()
  await expect.element(text).toHaveValue('What I write on this device, slowly.')
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  // What was refused is settled.
  await expect.element(screen.getByText(/Sentence of prayers.changed/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  const versions = () => sent.map((body) => (body as { updated_at: string }).updated_at)
  await expect.poll(versions).toEqual([first, second])
})

it('goes on with the newer text when the author takes it', async () => {
  const { screen } = await openWithConflict()
  await screen.getByRole('button', { name: 'Use that version' }).click()
  const text = screen.getByRole('textbox', { name: 'Your request' })
  await expect.element(text).toHaveValue('What I wrote on the other device.')
})

it('keeps what is written where the newer text cannot be loaded', async () => {
  const { text } = await openWithConflict(true)
  await expect.element(text).toHaveValue('What I write on this device, slowly.')
})

it('says that the device is offline, and goes on by itself', async () => {
  const prayer = makeOwn()
  onlineManager.setOnline(false)
  const { screen } = await open(prayer)
  await expect.element(screen.getByText('You’re offline.')).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByRole('textbox', { name: 'Your request' })).toHaveValue(prayer.content)
})

it.each([
  ['the page is read again', false],
  ['its author comes back to a draft', true],
])('sends no categories that others have changed before %s', async (_, comesBack) => {
  const category = { id: 'c1', name: 'Health', is_machine_generated: true, confidence: 0.9 }
  const prayer = makeOwn({ categories: [category] })
  let stored: Prayer = prayer
  let reads = 0
  const sent: unknown[] = []
  const show = () =>
    open(prayer, {
      [`GET /api/prayers/${prayer.id}`]: () => {
        reads += 1
        return json({ ...stored, updates: [] })
      },
      [`PUT /api/prayers/${prayer.id}`]: keeping(sent, () => json(stored)),
    })
  const words = 'What I write on this device, slowly.'
  let { screen } = await show()
  await screen.getByRole('textbox', { name: 'Your request' }).fill(words)
  // Sorted by a moderator.
  stored = { ...prayer, categories: [{ ...category, id: 'c2', name: 'Work', is_machine_generated: false }] }
  if (comesBack) {
    await screen.unmount()
    screen = (await show()).screen
    await expect.element(screen.getByRole('textbox', { name: 'Your request' })).toHaveValue(words)
  } else {
    const before = reads
    await screen.getByRole('button', { name: 'Again' }).click()
    await expect.poll(() => reads).toBeGreaterThan(before)
  }
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).not.toHaveProperty('categoryIds')
})
