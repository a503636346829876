import { beforeEach, expect, it } from 'vitest'
import type { Announcement } from '../../../../contract/announcements.ts'
import { json, losesAnswer, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import AnnouncementEditor from './AnnouncementEditor.tsx'

const item: Announcement = {
  id: '0198c0de-0000-7000-8000-000000000077',
  notification_type: 'announcement',
  audience: 'everybody',
  shown_from: null,
  shown_until: null,
  state: 'shown',
  is_for_one: false,
  texts: [{ id: '0198c0de-0000-7000-8000-000000000077', language: 'pt', title: 'Domingo', content: 'Chá' }],
  changed_at: '2026-05-20T10:00:00.000Z',
}

beforeEach(storeToken)

/** Mocks a server on which somebody else has saved `theirs` once the form is sent. */
async function open(id: string, theirs?: Announcement, time_zone = 'America/Sao_Paulo') {
  const sent: Record<string, unknown>[] = []
  let now = item
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/announcements': () => json({ items: [now], first_language: 'pt', time_zone }),
    'PUT /api/admin/announcements': ({ body }) => {
      const input = body as Record<string, unknown>
      if (theirs) now = theirs
      if (input.changed_at !== undefined && input.changed_at !== now.changed_at) return problem(409, 'content.changed')
      sent.push(input)
      return json(now)
    },
  })
  const { screen } = await renderPage(
    <main>
      <AnnouncementEditor id={id} />
    </main>,
    `/admin/announcement/${id}`,
  )
  return { screen, sent }
}

it('begins in the first language of the site, takes others, and shows each as its banner will be', async () => {
  const { screen, sent } = await open('new')
  await expect.element(screen.getByRole('heading', { name: 'Português' })).toBeVisible()
  await screen.getByLabelText('Title').fill('Domingo')
  await screen.getByLabelText('Text').fill('<b>Chá</b>')
  await screen.getByRole('button', { name: 'Add English' }).click()
  await screen.getByRole('button', { name: 'Add Deutsch' }).click()
  // Who cannot see under which heading a field stands hears its language.
  const english = screen.getByRole('region', { name: 'English' })
  await english.getByLabelText('Title').fill('Sunday')
  await english.getByLabelText('Text').fill('Tea')
  await screen.getByLabelText('Show until').fill('2031-05-20T10:30')
  await screen.getByRole('combobox', { name: 'Who sees it' }).selectOptions('People who are signed in')
  const banners = [...screen.container.querySelectorAll('[inert] [data-notification]')]
  expect(banners.map(({ textContent }) => textContent)).toEqual([
    ...Array<string>(2).fill('Domingo <b>Chá</b>'),
    ...Array<string>(2).fill('Sunday Tea'),
  ])
  expect(screen.getByRole('toolbar').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Publish' }).click()
  // The language that stayed empty is none, and the time is that of the site's clock.
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        audience: 'members',
        published: true,
        shown_until: '2031-05-20T10:30',
        texts: [{ language: 'pt' }, { language: 'en' }],
      },
    ])
})

it('leaves the focus near a language that is taken away', async () => {
  const { screen } = await open('new')
  await screen.getByRole('button', { name: 'Add English' }).click()
  await screen.getByRole('button', { name: 'Remove English' }).click()
  await expect.element(screen.getByRole('region', { name: 'English' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

it('sends times with the clock that they were written by, whatever the site’s is by then', async () => {
  const first = await open(item.id)
  await first.screen.getByLabelText('Show until').fill('2031-05-20T10:30')
  await first.screen.unmount()
  const { screen, sent } = await open(item.id, undefined, 'Asia/Seoul')
  await expect.element(screen.getByText('Time in America/Sao_Paulo. Leave empty for no end.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => sent).toMatchObject([{ shown_until: '2031-05-20T10:30', time_zone: 'America/Sao_Paulo' }])
})

it('does not call published what nobody is shown any more', async () => {
  const { screen } = await open('new', { ...item, state: 'over' })
  await screen.getByLabelText('Title').fill('Domingo')
  await screen.getByLabelText('Text').fill('Chá')
  await screen.getByRole('button', { name: 'Publish' }).click()
  await expect.element(screen.getByText('Announcement saved')).toBeVisible()
})

it('says what is missing in which language, and sends nothing', async () => {
  const { screen, sent } = await open('new')
  await screen.getByLabelText('Title').fill('Domingo')
  await screen.getByRole('button', { name: 'Publish' }).click()
  await expect.element(screen.getByLabelText('Text')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByLabelText('Text')).toHaveFocus()
  expect(sent).toEqual([])
})

it('is one announcement when the answer was lost and the page was loaded again', async () => {
  const { handler, keys, expectOneKey } = losesAnswer(() => json(item))
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/announcements': () => json({ items: [], first_language: 'pt', time_zone: 'UTC' }),
    'PUT /api/admin/announcements': handler,
  })
  const show = async () => (await renderPage(<AnnouncementEditor id="new" />, '/admin/announcement/new')).screen
  const first = await show()
  await first.getByLabelText('Title').fill('Domingo')
  await first.getByLabelText('Text').fill('Chá')
  await first.getByRole('button', { name: 'Publish' }).click()
  await expect.element(first.getByText('Your text is still here.')).toBeVisible()
  await first.unmount()
  const second = await show()
  await expect.element(second.getByLabelText('Text')).toHaveValue('Chá')
  await second.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => keys).toHaveLength(2)
  expectOneKey()
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

it('shows what somebody else saved meanwhile, and keeps both', async () => {
  const theirs = {
    ...item,
    audience: 'members' as const,
    texts: item.texts.map((text) => ({ ...text, content: 'Café' })),
    changed_at: '2026-05-20T11:00:00.000Z',
  }
  const { screen, sent } = await open(item.id, theirs)
  await screen.getByLabelText('Text').fill('Bolo')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Português: Domingo – Café')).toBeVisible()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('Bolo')
  await expect.element(screen.getByText(/Sentence of/)).toBeVisible()
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  // What was refused is settled.
  await expect.element(screen.getByText(/Sentence of/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => sent)
    .toMatchObject([{ changed_at: theirs.changed_at, audience: 'members', texts: [{ content: 'Bolo' }] }])
})

it('takes no words after the press that would go with the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/announcements': () => json({ items: [], first_language: 'pt', time_zone: 'UTC' }),
    'PUT /api/admin/announcements': () => answer.promise,
  })
  const { screen } = await renderPage(<AnnouncementEditor id="new" />, '/admin/announcement/new')
  await screen.getByLabelText('Title').fill('Domingo')
  const words = screen.getByLabelText('Text')
  await words.fill('Chá')
  await screen.getByRole('button', { name: 'Publish' }).click()
  await expect.element(words).toHaveAttribute('readonly')
  answer.resolve(problem(503, 'server.unavailable'))
  await expect.element(words).not.toHaveAttribute('readonly')
  await expect.element(words).toHaveValue('Chá')
})
