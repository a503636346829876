import { beforeEach, expect, it } from 'vitest'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import { json, makeContent, mockServer, peter, renderPage, signedInAs, storeToken } from '../../../test.tsx'
import Versions from './Versions.tsx'

const item = makeContent({ content: 'One\nTwo' })
const path = `GET /api/admin/content/${item.id}/versions`
const version = { id: 'v1', title: 'An older title', edited_by: 'Peter A.', created_at: '2026-05-19T10:00:00.000Z' }

beforeEach(storeToken)

it('leaves the keyboard in a version that is opened, and in the list when that is left', async () => {
  mockServer({
    ...signedInAs(peter),
    [path]: () => json([version]),
    [`${path}/v1`]: () => json({ ...version, content: 'One' }),
  })
  const { screen } = await renderPage(
    <Versions item={item} isChanged={false} onRestored={() => {}} onClose={() => {}} />,
  )
  const dialog = screen.getByRole('dialog', { name: 'Earlier versions' }).element()
  const row = screen.getByRole('button', { name: /^An older title/ })
  await row.click()
  await expect.element(screen.getByRole('button', { name: 'Restore version' })).toBeVisible()
  // The dialog alone is in reach: what has lost the focus begins before everything.
  expect(dialog.contains(document.activeElement)).toBe(true)
  await screen.getByRole('button', { name: 'Earlier versions' }).click()
  await expect.element(row).toBeVisible()
  expect(dialog.contains(document.activeElement)).toBe(true)
})

it('keeps the keyboard where nothing comes after a full page', async () => {
  const full = Array.from({ length: HISTORY_PAGE }, (_, index) => ({ ...version, id: `v${index}` }))
  mockServer({ ...signedInAs(peter), [path]: ({ path: asked }) => json(asked.includes('page=1') ? [] : full) })
  const { screen } = await renderPage(
    <Versions item={item} isChanged={false} onRestored={() => {}} onClose={() => {}} />,
  )
  const more = screen.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect.element(more).not.toBeInTheDocument()
  const dialog = screen.getByRole('dialog', { name: 'Earlier versions' }).element()
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true)
})
