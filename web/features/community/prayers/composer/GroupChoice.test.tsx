import { expect, it, vi } from 'vitest'
import { json, makeGroup, mockServer, renderPage, signedIn, storeToken } from '../../../../test.tsx'
import GroupChoice from './GroupChoice.tsx'

it('offers the groups beyond the hundredth, and keeps one that was chosen among them', async () => {
  storeToken()
  const may = { edit: false, manage: false, post: true, join: false }
  const near = makeGroup({ id: 'near', name: 'Alpha', may })
  const far = makeGroup({ id: 'far', name: 'Zeta', may })
  mockServer({
    ...signedIn,
    'GET /api/groups': ({ path }: { path: string }) =>
      path.includes('page=1')
        ? json({ items: [far], page: 1, pageSize: 100, has_more: false })
        : json({ items: [near], page: 0, pageSize: 100, has_more: true }),
  })
  const onChange = vi.fn()
  const nothing = { error: undefined, inSummary: null, onLetIn: () => {} }
  const { screen } = await renderPage(<GroupChoice {...nothing} multiple value={['far']} onChange={onChange} />)
  await expect.element(screen.getByRole('checkbox', { name: 'Zeta' })).toBeChecked()
  await screen.getByRole('checkbox', { name: 'Alpha' }).click()
  expect(onChange.mock.calls).toEqual([[['far', 'near']]])
})
