import { beforeEach, expect, it } from 'vitest'
import { json, makeSetting, mockServer, peter, problem, renderPage, signedInAs, storeToken } from '../../../test.tsx'
import { updateSite } from '../../../site.tsx'
import type { Known } from '../../../layout/rooms.ts'
import { SettingsForm } from './SettingsForm.tsx'
import type { Setting } from './draft.ts'

beforeEach(storeToken)

/** Opens one setting, in place of which somebody else saves `theirs` before it is sent. Returns what was sent. */
async function open(name: Known, value: string, theirs: string, choices: string[] = []) {
  const sent: unknown[] = []
  const make = (now: Setting['value']) => makeSetting(name, now, { choices })
  const current = () => make(sent.length === 0 ? value : theirs)
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/settings': () => json([current()]),
    [`GET /api/admin/settings/${name}`]: () => json(current()),
    [`PUT /api/admin/settings/${name}`]: ({ body }) => {
      sent.push(body)
      return sent.length > 1 ? json(make((body as Setting).value)) : problem(409, 'content.changed')
    },
  })
  const { screen } = await renderPage(<SettingsForm names={[name]} onDone={() => {}} />, '/admin/settings')
  return { screen, sent, save: screen.getByRole('button', { name: 'Save', exact: true }) }
}

it('saves over nothing newer that its writer has not been told of, and keeps what was typed', async () => {
  const { screen, sent, save } = await open('site_name', '', 'Theirs')
  await screen.getByLabelText('Site name').fill('Mine')
  await save.click()
  await expect.element(screen.getByText('Sentence of content.changed')).toBeVisible()
  await expect.element(screen.getByText('Someone else has saved: Theirs')).toBeVisible()
  await expect.element(screen.getByLabelText('Site name')).toHaveValue('Mine')
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  await save.click()
  await expect.element(screen.getByText('1 setting saved')).toBeVisible()
  expect(sent).toEqual([
    { value: 'Mine', was: '' },
    { value: 'Mine', was: 'Theirs' },
  ])
  updateSite({ site_name: 'Oremus' })
})

it('tells what somebody else has chosen by its name', async () => {
  const modes = ['open', 'first_post_held', 'all_held']
  const { screen, save } = await open('moderation_mode', 'open', 'all_held', modes)
  const mine = screen.getByRole('radio', { name: 'First requests' })
  await mine.click()
  await save.click()
  await expect.element(screen.getByText('Someone else has saved: Everything')).toBeVisible()
  await expect.element(mine).toBeChecked()
})
