import { beforeEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ContentItem, Draft } from '../../../../contract/content.ts'
import {
  makeContent,
  json,
  losesAnswer,
  makeToken,
  storeToken,
  peter,
  problem,
  renderPage,
  mockServer,
  signedInAs,
} from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { Footer } from '../../../layout/Footer.tsx'
import { updateSite } from '../../../site.tsx'
import { Editor } from './Editor.tsx'
import { toContentFields } from './contentFields.ts'

const item = makeContent({ content: 'One\nTwo\nThree' })
const path = `/api/admin/content/${item.id}`

beforeEach(storeToken)

/** Mocks a server on which somebody else has saved `theirs`, if given. */
async function open({
  theirs,
  draft = null,
  begun = item,
  hasSession = true,
}: { theirs?: ContentItem; draft?: Draft | null; begun?: ContentItem; hasSession?: boolean } = {}) {
  let now = theirs ?? begun
  const saved: Record<string, unknown>[] = []
  const forgotten: string[] = []
  let isChecked = false
  mockServer({
    'GET /api/auth/session': () => {
      isChecked = true
      return json({ user: peter })
    },
    [`PUT ${path}`]: ({ body }) => {
      const input = body as Record<string, unknown>
      if (input.updated_at !== now.updated_at) return problem(409, 'content.changed')
      saved.push(input)
      now = { ...now, content: String(input.content), updated_at: '2026-05-20T11:30:00.000Z' }
      return json(now)
    },
    [`GET ${path}`]: () => json(now),
    'PUT /api/admin/content-draft': () =>
      hasSession ? json({ updated_at: now.updated_at }) : problem(401, 'sessions.required'),
    'DELETE /api/admin/content-draft': ({ path: asked }) => {
      forgotten.push(asked)
      return json({ forgotten: true })
    },
  })
  const { screen } = await renderPage(<Editor item={begun} draft={draft} />, `/admin/content/${item.id}`)
  // Else the check of the session ends in the next test, and there ends its session.
  await expect.poll(() => isChecked).toBe(true)
  return { screen, saved, forgotten }
}

it.each([
  ['b', 'One **Two** Three'],
  ['i', 'One *Two* Three'],
  ['k', 'One [Two](https://) Three'],
])('Ctrl+%s puts its mark around what is selected', async (key, text) => {
  const { screen } = await open()
  const field = screen.getByLabelText('Text')
  await field.fill('One Two Three')
  const area = field.element() as HTMLTextAreaElement
  area.setSelectionRange(4, 7)
  await userEvent.keyboard(`{Control>}${key}{/Control}`)
  await expect.element(field).toHaveValue(text)
})

it('sends what a change is based on, and forgets the draft once it is saved', async () => {
  const { screen, saved, forgotten } = await open()
  await screen.getByLabelText('Text').fill('Mine')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Page published')).toBeVisible()
  expect(saved).toMatchObject([{ content: 'Mine', updated_at: item.updated_at }])
  expect(forgotten).toHaveLength(1)
})

it('leaves the keyboard at the button that saves', async () => {
  const { screen, saved } = await open({ begun: { ...item, status: 'draft', published: false } })
  await screen.getByLabelText('Title').fill('Another title')
  const button = screen.getByRole('button', { name: 'Save draft' })
  await button.click()
  await expect.poll(() => saved).toHaveLength(1)
  await expect.element(button).toHaveFocus()
})

it('shows both texts when somebody else was faster, and loses neither', async () => {
  const theirs = {
    ...item,
    title: 'Their title',
    content: 'One THEIRS\nTwo\nThree',
    updated_at: '2026-05-20T11:00:00.000Z',
  }
  const { screen, saved } = await open({ theirs })
  await screen.getByLabelText('Text').fill('One\nTwo\nThree MINE')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Someone else saved this page while you were editing.')).toBeVisible()
  expect(saved).toEqual([])
  // After going back the editor still has the text.
  await screen.getByRole('button', { name: 'Back to mine' }).click()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('One\nTwo\nThree MINE')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  // Each conflict was changed by one side only, and that side is preselected.
  await screen.getByRole('button', { name: 'Use this text' }).click()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('One THEIRS\nTwo\nThree MINE')
  await expect.element(screen.getByLabelText('Title')).toHaveValue('Their title')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => saved).toMatchObject([{ content: 'One THEIRS\nTwo\nThree MINE', title: 'Their title' }])
})

it('drops nothing that somebody else saved after a draft was kept', async () => {
  const words = { ...toContentFields(item, 'en'), content: 'One\nTwo\nThree MINE' }
  const draft = { words, based_on: item.updated_at, updated_at: item.updated_at }
  const begun = {
    ...item,
    title: 'Their title',
    content: 'One THEIRS\nTwo\nThree',
    updated_at: '2026-05-20T11:00:00.000Z',
  }
  const { screen } = await open({ begun, draft })
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await screen.getByRole('button', { name: 'Use this text' }).click()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('One THEIRS\nOne\nTwo\nThree\nThree MINE')
  await expect.element(screen.getByLabelText('Title')).toHaveValue('Their title')
})

it('takes from each place what was chosen', async () => {
  const theirs = { ...item, content: 'THEIRS', updated_at: '2026-05-20T11:00:00.000Z' }
  const { screen } = await open({ theirs })
  await screen.getByLabelText('Text').fill('MINE')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByLabelText('Take both')).toBeChecked()
  await screen.getByLabelText('Take yours').click()
  await screen.getByRole('button', { name: 'Use this text' }).click()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('MINE')
})

it('goes on with a draft, and back to what was saved', async () => {
  const words = { ...toContentFields(item, 'en'), content: 'Half a sent' }
  const draft = { words, based_on: item.updated_at, updated_at: '2026-05-20T11:00:00.000Z' }
  const { screen, forgotten } = await open({ draft })
  await expect.element(screen.getByText(/This is your draft/)).toBeVisible()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('Half a sent')
  await screen.getByRole('button', { name: 'Discard draft' }).click()
  await expect.element(screen.getByLabelText('Text')).toHaveValue(item.content)
  await expect.poll(() => forgotten).toHaveLength(1)
})

const draftsHere = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

it('keeps here what the server does not, until they are back, and asks before it replaces a newer page', async () => {
  const first = await open({ hasSession: false })
  await first.screen.getByLabelText('Text').fill('One\nTwo\nThree MINE')
  await expect.element(first.screen.getByText(/We couldn’t keep a draft/)).toBeVisible()
  await first.screen.unmount()
  const theirs = { ...item, content: 'One THEIRS\nTwo\nThree', updated_at: '2026-05-20T11:00:00.000Z' }
  const { screen, saved } = await open({ theirs, begun: theirs })
  await expect.element(screen.getByLabelText('Text')).toHaveValue('One\nTwo\nThree MINE')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Someone else saved this page while you were editing.')).toBeVisible()
  expect(saved).toEqual([])
  await screen.getByRole('button', { name: 'Use this text' }).click()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  await expect.poll(draftsHere).toEqual([])
})

it('shows what was kept here to nobody else', async () => {
  const first = await open({ hasSession: false })
  await first.screen.getByLabelText('Text').fill('Mine')
  await first.screen.unmount()
  localStorage.setItem(TOKEN_KEY, makeToken(600, 'ruth'))
  const { screen } = await open()
  await expect.element(screen.getByLabelText('Text')).toHaveValue(item.content)
})

it('keeps nothing here once the server has the draft', async () => {
  const { screen } = await open()
  await screen.getByLabelText('Text').fill('Mine')
  await expect.poll(draftsHere).toHaveLength(1)
  await expect.element(screen.getByText('Unsaved changes, kept as a draft')).toBeVisible()
  await expect.poll(draftsHere).toEqual([])
})

it('shows a new title in the footer as soon as the page is saved', async () => {
  const links = (title: string) => ({
    guide: [{ title, slug: 'a-page', language: 'en' as const }],
    help: [],
    legal: [],
    update: [],
  })
  let title = item.title
  mockServer({
    ...signedInAs(peter),
    [`PUT ${path}`]: ({ body }) => {
      title = (body as { title: string }).title
      return json({ ...item, title })
    },
    'GET /api/content/footer': () => json(links(title)),
    'PUT /api/admin/content-draft': () => json({ updated_at: item.updated_at }),
    'DELETE /api/admin/content-draft': () => json({ forgotten: true }),
  })
  const page = (
    <>
      <Editor item={item} draft={null} />
      <Footer />
    </>
  )
  const { screen } = await renderPage(page, `/admin/content/${item.id}`, { language: 'en', footer: links(title) })
  await screen.getByLabelText('Title').fill('A better title')
  await expect.element(screen.getByRole('link', { name: 'A page' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByRole('link', { name: 'A better title' })).toBeVisible()
  updateSite({ footer: null })
})

it('makes a new page once when the answer was lost and it is pressed again', async () => {
  const { handler, expectOneKey } = losesAnswer(() => json(item))
  mockServer({
    ...signedInAs(peter),
    'POST /api/admin/content': handler,
    'PUT /api/admin/content-draft': () => json({ updated_at: item.updated_at }),
    'DELETE /api/admin/content-draft': () => json({ forgotten: true }),
  })
  const { screen } = await renderPage(<Editor item={undefined} draft={null} />, '/admin/content/new')
  await screen.getByLabelText('Title').fill(item.title)
  await screen.getByLabelText('Text').fill(item.content)
  const publish = screen.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect.element(screen.getByText('Your text is still here.')).toBeVisible()
  await publish.click()
  await expect.element(screen.getByText('Page published')).toBeVisible()
  expectOneKey()
})
