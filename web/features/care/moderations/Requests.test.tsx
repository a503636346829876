import { beforeEach, describe, expect, it } from 'vitest'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'
import { hannah, json, keeping, storeToken, mockServer, problem, renderPage, signedInAs } from '../../../test.tsx'
import Requests from './Requests.tsx'

const staff = (role: 'moderator' | 'admin') => ({
  ...signedInAs({ ...hannah, role }),
  'GET /api/categories': () => json([]),
})

beforeEach(storeToken)

describe('requests', () => {
  const request = (id: string): ModeratedPrayer => ({
    id,
    title: `Request ${id}`,
    content: 'Words',
    language: 'en',
    author: null,
    pseudonym: 'quiet-dove',
    visibility: 'members',
    status: 'open',
    publication: 'published',
    held_reason: null,
    categories: [],
    open_reports: 2,
    waiting_updates: [],
    version: `version of ${id}`,
    created_at: '2026-05-20T10:00:00.000Z',
  })

  const pageOf = (items: ModeratedPrayer[]) => json({ items, page: 0, pageSize: 20, has_more: false })
  /** Opens the requests as a moderator. */
  async function openList(search: string, items: ModeratedPrayer[], answers: Parameters<typeof mockServer>[0]) {
    mockServer({ ...staff('moderator'), 'GET /api/admin/prayers': () => pageOf(items), ...answers })
    return (await renderPage(<Requests />, `/admin/prayers${search}`)).screen
  }

  it('of a category wait for the categories, and say where those could not be loaded', async () => {
    let isDown = true
    const screen = await openList('?category_id=c1', [request('1')], {
      'GET /api/categories': () => (isDown ? problem(403, 'request.forbidden') : json([])),
    })
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    isDown = false
    await again.click()
    await expect.element(screen.getByText('Request 1', { exact: true })).toBeVisible()
  })

  it('stay selected from the one that could not be sorted again', async () => {
    const screen = await openList('', [request('1'), request('2'), request('3')], {
      'POST /api/prayers/1/recategorize': () => json({ success: true, results: [] }),
      'POST /api/prayers/2/recategorize': () => problem(400, 'classifications.no_content'),
    })
    await screen.getByText('Select all on this page').click()
    await screen.getByRole('button', { name: 'Sort again' }).click()
    await expect.element(screen.getByText('That didn’t work.')).toBeVisible()
    await expect.element(screen.getByText('2 selected')).toBeVisible()
    await expect.element(screen.getByLabelText('Select: Request 1')).not.toBeChecked()
    await expect.element(screen.getByLabelText('Select: Request 2')).toBeChecked()
  })

  it('stay selected where they were not sorted together with the others', async () => {
    const screen = await openList('', [request('1'), request('2'), request('3')], {
      ...staff('admin'),
      'POST /api/prayers/recategorize': () =>
        json({
          success: true,
          job: null,
          results: ['1', '3'].map((prayer_request_id) => ({ prayer_request_id, categories: [], changed: false })),
        }),
    })
    await screen.getByText('Select all on this page').click()
    await screen.getByRole('button', { name: 'Sort again' }).click()
    await expect.element(screen.getByText('2 requests sorted again')).toBeVisible()
    await expect.element(screen.getByText('1 selected')).toBeVisible()
    await expect.element(screen.getByLabelText('Select: Request 2')).toBeChecked()
  })

  it('are deleted together after it was said what that does, and why', async () => {
    const sent: unknown[] = []
    const screen = await openList('', [request('1'), request('2'), request('3')], {
      'POST /api/admin/prayers': keeping(sent, () => json({ ids: ['1', '3'], decision_ids: ['d1', 'd3'] })),
    })
    await expect.element(screen.getByRole('status').filter({ hasText: '3 requests' })).toBeInTheDocument()
    await screen.getByLabelText('Select: Request 1').click()
    await screen.getByLabelText('Select: Request 3').click()
    await expect.element(screen.getByText('2 selected')).toBeVisible()
    await screen.getByRole('button', { name: 'Delete' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('heading', { name: 'Delete 2 requests?' })).toBeVisible()
    await expect.element(dialog.getByText(/Nobody can see them any more/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    expect(sent).toEqual([])
    await dialog.getByLabelText('Your reason').fill('A fraud.')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(screen.getByText(/2 requests deleted/)).toBeVisible()
    expect(sent).toEqual([{ ids: ['1', '3'], act: 'delete', reason: 'A fraud.' }])
    await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  it('hand the focus to the page when the bar goes with the button that was pressed', async () => {
    let items = [request('1'), request('2')]
    mockServer({
      ...staff('moderator'),
      'GET /api/admin/prayers': () => pageOf(items),
      'POST /api/admin/prayers': () => {
        items = items.slice(1)
        return json({ ids: ['1'], decision_ids: ['d1'] })
      },
    })
    const { screen } = await renderPage(
      <main id="main" tabIndex={-1}>
        <Requests />
      </main>,
      '/admin/prayers',
    )
    const page = screen.getByRole('main')
    await screen.getByLabelText('Select: Request 1').click()
    await screen.getByRole('button', { name: 'Delete' }).click()
    await screen.getByRole('dialog').getByLabelText('Your reason').fill('A fraud.')
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page).toHaveFocus()
    await screen.getByLabelText('Select: Request 2').click()
    await screen.getByRole('button', { name: 'Clear selection' }).click()
    await expect.element(page).toHaveFocus()
  })

  it('have the reason that was written when somebody comes back, such as after their session has ended', async () => {
    const begin = async () => {
      const screen = await openList('', [request('1')], {})
      await screen.getByLabelText('Select: Request 1').click()
      await screen.getByRole('button', { name: 'Delete' }).click()
      return { screen, reason: screen.getByRole('dialog').getByLabelText('Your reason') }
    }
    const first = await begin()
    await first.reason.fill('A fraud.')
    await first.screen.unmount()
    await expect.element((await begin()).reason).toHaveValue('A fraud.')
  })

  it('are read in full, with their updates, by whoever publishes them', async () => {
    const sent: unknown[] = []
    const content = `${'Many words. '.repeat(20)}The last one.`
    const waiting_updates = [{ id: 'u1', content: 'He is at home.', created_at: '2026-05-21T10:00:00.000Z' }]
    const held: ModeratedPrayer = { ...request('1'), title: null, content, publication: 'held', waiting_updates }
    const screen = await openList('?publication=held', [held], {
      'POST /api/admin/prayers': keeping(sent, () => problem(409, 'holds.changed')),
    })
    await screen.getByLabelText(/^Select: /).click()
    await screen.getByRole('button', { name: 'Publish' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/The last one\./)).toBeVisible()
    await expect.element(dialog.getByText('He is at home.')).toBeVisible()
    await dialog.getByLabelText('Your reason').fill('All is well.')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect.element(dialog.getByText('Sentence of holds.changed')).toBeVisible()
    expect(sent).toMatchObject([{ ids: ['1'], act: 'publish', versions: [{ id: '1', version: 'version of 1' }] }])
  })

  it('that changed or went while they were read are named, and the others can still be published', async () => {
    const sent: unknown[] = []
    const held = ['1', '2', '3'].map((id): ModeratedPrayer => ({ ...request(id), publication: 'held' }))
    let items = held
    const screen = await openList('?publication=held', items, {
      'GET /api/admin/prayers': () => pageOf(items),
      'POST /api/admin/prayers': ({ body }) => {
        sent.push(body)
        if (sent.length === 2) return json({ ids: ['1', '2'], decision_ids: [] })
        items = [request('1'), { ...request('2'), content: 'Other words', version: 'newer' }]
        return problem(409, 'holds.changed')
      },
    })
    for (const { title } of held) await screen.getByLabelText(`Select: ${title}`).click()
    await screen.getByRole('button', { name: 'Publish' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Your reason').fill('All is well.')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect.element(dialog.getByText('No longer here Request 3')).toBeVisible()
    await expect.element(dialog.getByRole('article').nth(1)).toHaveTextContent('Changed meanwhileRequest 2 Other words')
    expect(dialog.getByText('Changed meanwhile').elements()).toHaveLength(1)
    await expect.element(dialog.getByRole('heading', { name: 'Publish 2 requests?' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect.element(screen.getByText('2 requests published')).toBeVisible()
    expect(sent).toMatchObject([{ ids: ['1', '2', '3'] }, { ids: ['1', '2'], versions: [{}, { version: 'newer' }] }])
  })

  it('are all listed where the address names a category that is gone', async () => {
    const screen = await openList('?category_id=gone', [], {
      'GET /api/admin/prayers': ({ path }) =>
        path.includes('category_id') ? problem(400, 'request.malformed') : pageOf([request('1')]),
    })
    await expect.element(screen.getByRole('link', { name: 'Request 1' })).toBeVisible()
  })

  it('are paged to the last one', async () => {
    const screen = await openList('?publication=held&page=14', [], {
      'GET /api/admin/prayers': ({ path }) => {
        const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 0)
        return json({ items: [request(`${page}`)], page, pageSize: 20, has_more: page < 15 })
      },
    })
    await screen.getByRole('link', { name: 'Next page' }).click()
    await expect.element(screen.getByRole('link', { name: 'Request 15' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Next page' }).query()).toBeNull()
    await screen.getByRole('link', { name: 'Previous page' }).click()
    await expect.element(screen.getByRole('link', { name: 'Request 14' })).toBeVisible()
  })
})
