import { onlineManager, useQuery } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { endpointQuery } from '../query.ts'
import { mockServer, renderPage } from '../test.tsx'
import { Loading } from './Loading.tsx'

afterEach(() => onlineManager.setOnline(true))

function Part() {
  const query = useQuery(endpointQuery('groups.list', { mine: false }, true))
  return (
    <section>
      <Loading label="Loading" failed="Failed" query={query} />
    </section>
  )
}

it('says once that the connection is lost, however many parts of a page wait for it', async () => {
  mockServer({})
  onlineManager.setOnline(false)
  const { screen } = await renderPage(
    <div>
      <Part />
      <Part />
      <Part />
    </div>,
  )
  const notes = screen.getByText('You’re offline.')
  await expect.element(notes.first()).toBeVisible()
  expect(notes.elements().map((note) => note.checkVisibility())).toEqual([true, false, false])
})
