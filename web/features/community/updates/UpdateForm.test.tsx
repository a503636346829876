import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PrayerUpdate } from '../../../../contract/prayers.ts'
import {
  json,
  losesAnswer,
  makeDetail,
  makePrayer,
  makeUpdate,
  storeToken,
  mockServer,
  problem,
  renderPage,
  signedIn,
} from '../../../test.tsx'
import { readStoredDraft, storeDraft } from '../../../storedDraft.ts'
import { prayerQuery } from '../prayers/queries.ts'
import UpdateForm from './UpdateForm.tsx'

beforeEach(storeToken)

const [first, second] = ['2026-05-09T10:00:00.000Z', '2026-05-09T11:00:00.000Z']
const prayer = makePrayer({ is_mine: true })
const update = makeUpdate({ created_at: first, updated_at: first })
const newer: PrayerUpdate = { ...update, content: 'He is at home.', status: 'answered', updated_at: second }

/** The form, with the update as the page has it: it follows what is read again. */
function Form({ onDone }: { onDone: () => void }) {
  const initialData = makeDetail({ ...prayer, updates: [update] })
  const { data } = useQuery({ ...prayerQuery(prayer.id), initialData, staleTime: Infinity })
  const [shown] = data.updates
  return shown && <UpdateForm prayer={data} update={shown} onDone={onDone} />
}

/** Changes the update on another device, then here. */
async function openWithConflict() {
  const sent: unknown[] = []
  const onDone = vi.fn()
  let now = update
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}`]: () => json({ ...prayer, updates: [now] }),
    [`PUT /api/prayers/${prayer.id}/updates/${update.id}`]: ({ body }: { body: unknown }) => {
      sent.push(body)
      now = newer
      return (body as PrayerUpdate).updated_at === second ? json(newer) : problem(409, 'updates.changed')
    },
  })
  const { screen } = await renderPage(<Form onDone={onDone} />)
  const text = screen.getByRole('textbox')
  await text.fill('He opened his eyes.')
  const save = screen.getByRole('button', { name: 'Save update' })
  await save.click()
  const theirs = screen.getByRole('region', { name: 'Changed while you wrote' })
  await expect.element(theirs.getByText('He is at home.')).toBeVisible()
  await expect.element(text).toHaveValue('He opened his eyes.')
  return { screen, sent, onDone, text, save }
}

it('shows the newer text, and replaces it only when the author keeps theirs', async () => {
  const { screen, sent, onDone, text, save } = await openWithConflict()
  // What the page has read again meanwhile is no version that the author has chosen to replace.
  await save.click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(onDone).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  // What was refused is settled.
  await expect.element(screen.getByText(/Sentence of updates.changed/)).not.toBeInTheDocument()
  await expect.element(text).toHaveValue('He opened his eyes.')
  await save.click()
  await expect.poll(() => onDone).toHaveBeenCalledTimes(1)
  expect(sent).toMatchObject([{ updated_at: first }, { updated_at: first }, { updated_at: second }])
})

it('goes on with the newer text when the author takes it, also in Safari before 17.4', async () => {
  vi.spyOn(Element.prototype as { checkVisibility: unknown }, 'checkVisibility', 'get').mockReturnValue(undefined)
  const { screen, text } = await openWithConflict()
  await screen.getByRole('button', { name: 'Use that version' }).click()
  await expect.element(text).toHaveValue('He is at home.')
  await expect.element(screen.getByRole('button', { name: 'Answered', pressed: true })).toBeVisible()
})

it('keeps with a text that was left which version it is of', async () => {
  const { screen, sent } = await openWithConflict()
  await screen.unmount()
  const { screen: again } = await renderPage(<Form onDone={() => undefined} />)
  await expect.element(again.getByRole('textbox')).toHaveValue('He opened his eyes.')
  await again.getByRole('button', { name: 'Save update' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ updated_at: first })
})

it('offers nothing to open again on an open request, and keeps the endings apart from answers', async () => {
  mockServer(signedIn)
  const { screen } = await renderPage(<Form onDone={() => {}} />)
  await expect.element(screen.getByRole('button', { name: 'Withdrawn' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Open again' })).not.toBeInTheDocument()
  const rowOf = (name: string) => screen.getByRole('button', { name, exact: true }).element().parentElement
  expect(rowOf('Passed away')).toBe(rowOf('Withdrawn'))
  expect(rowOf('Answered')).not.toBe(rowOf('Withdrawn'))
})

it('counts once when its answer was lost and the page loaded again, and twice when it is written twice', async () => {
  const { handler, keys, expectOneKey } = losesAnswer(() => json(update))
  mockServer({ ...signedIn, [`POST /api/prayers/${prayer.id}/updates`]: handler })
  const send = async ({ screen }: Awaited<ReturnType<typeof renderPage>>) => {
    await screen.getByRole('button', { name: 'Share update' }).click()
    return screen
  }
  const form = <UpdateForm prayer={prayer} onDone={() => {}} />
  const before = await renderPage(form)
  await before.screen.getByRole('textbox').fill('He is awake.')
  const screen = await send(before)
  await expect.element(screen.getByText('Your text is still here.', { exact: false })).toBeVisible()
  await screen.unmount()
  const after = await renderPage(form)
  await send(after)
  await expect.poll(() => keys).toHaveLength(2)
  expectOneKey()
  await expect.element(after.screen.getByText('Update shared')).toBeVisible()
  await after.screen.getByRole('textbox').fill('He is awake.')
  await send(after)
  await expect.poll(() => keys).toHaveLength(3)
  expect(keys[2]).not.toBe(keys[0])
})

it('takes no second press while the page reads the update', async () => {
  const sent: unknown[] = []
  const read = Promise.withResolvers<Response>()
  mockServer({
    ...signedIn,
    [`GET /api/prayers/${prayer.id}`]: () => read.promise,
    [`PUT /api/prayers/${prayer.id}/updates/${update.id}`]: ({ body }) => (sent.push(body), json(newer)),
  })
  const onDone = vi.fn()
  const { screen } = await renderPage(<Form onDone={onDone} />)
  await screen.getByRole('textbox').fill('He is at home.')
  const save = screen.getByRole('button', { name: 'Save update' })
  await save.click()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.poll(() => fetch).toHaveBeenCalledWith(`/api/prayers/${prayer.id}`, expect.anything())
  await save.click({ force: true })
  // Nor a word or an outcome, which would be lost or come back as a draft.
  await expect.element(screen.getByRole('textbox')).toHaveAttribute('readonly')
  await screen.getByRole('button', { name: 'Answered', exact: true }).click()
  expect(readStoredDraft(`update:${update.id}`)).toEqual({})
  read.resolve(json({ ...prayer, updates: [newer] }))
  await expect.poll(() => onDone).toHaveBeenCalledTimes(1)
  expect(sent).toHaveLength(1)
})

it.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
])('keeps what another tab, which wrote %s, has not sent', async (_, written) => {
  mockServer({ ...signedIn, [`POST /api/prayers/${prayer.id}/updates`]: () => json(update) })
  const { screen } = await renderPage(
    <>
      <UpdateForm prayer={prayer} onDone={() => {}} />
      <UpdateForm prayer={prayer} onDone={() => {}} />
    </>,
  )
  for (const tab of written) await screen.getByRole('textbox').nth(tab).fill(`Words of tab ${tab}`)
  const stored = () => [`update:${prayer.id}`, `2:update:${prayer.id}`].map(readStoredDraft)
  expect(stored()).toMatchObject(written.map((tab) => ({ words: { content: `Words of tab ${tab}` } })))
  await screen.getByRole('button', { name: 'Share update' }).nth(1).click()
  await expect.element(screen.getByText('Update shared')).toBeVisible()
  expect(stored().filter((draft) => 'words' in draft)).toMatchObject([{ words: { content: 'Words of tab 0' } }])
  await screen.unmount()
  vi.mocked(fetch).mockClear()
  const after = await renderPage(<UpdateForm prayer={prayer} onDone={() => {}} />)
  await expect.element(after.screen.getByRole('textbox')).toHaveValue('Words of tab 0')
  // Later it would ask the server of the next test who its reader is.
  await expect.poll(() => fetch).toHaveBeenCalled()
})

it('stores its words elsewhere once another tab has replaced them', async () => {
  mockServer(signedIn)
  const { screen } = await renderPage(<UpdateForm prayer={prayer} onDone={() => {}} />)
  await screen.getByRole('textbox').fill('He is at home.')
  storeDraft(`update:${prayer.id}`, { words: 'He sleeps well.', base: '', version: null })
  dispatchEvent(new Event('storage'))
  expect(readStoredDraft(`update:${prayer.id}`)).toMatchObject({ words: 'He sleeps well.' })
  expect(readStoredDraft(`2:update:${prayer.id}`)).toMatchObject({ words: { content: 'He is at home.' } })
})

it('brings the outcome back with the words, and keeps none without words', async () => {
  mockServer(signedIn)
  const form = <UpdateForm prayer={prayer} onDone={() => {}} />
  const { screen } = await renderPage(form)
  await screen.getByRole('button', { name: 'Answered', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: 'Answered', exact: true, pressed: true })).toBeVisible()
  expect(readStoredDraft(`update:${prayer.id}`)).toEqual({})
  await screen.getByRole('textbox').fill('He is at home.')
  await screen.unmount()
  const { screen: again } = await renderPage(form)
  await expect.element(again.getByRole('textbox')).toHaveValue('He is at home.')
  await expect.element(again.getByRole('button', { name: 'Answered', exact: true, pressed: true })).toBeVisible()
  await again.getByRole('textbox').fill('')
  expect(readStoredDraft(`update:${prayer.id}`)).toEqual({})
})

it('brings back words that an earlier version of the site stored', async () => {
  mockServer(signedIn)
  storeDraft(`update:${prayer.id}`, { words: 'He is at home.', base: '', version: null })
  const { screen } = await renderPage(<UpdateForm prayer={prayer} onDone={() => {}} />)
  const text = screen.getByRole('textbox')
  await expect.element(text).toHaveValue('He is at home.')
  await text.fill('He is at home again.')
  const words = { content: 'He is at home again.', status: '' }
  expect(readStoredDraft(`update:${prayer.id}`)).toMatchObject({ words })
})
