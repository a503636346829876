import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { type OpeningStep, openingTasks } from '../../../../contract/settings.values.ts'
import { deskTodayQuery } from '../../../layout/AdminShell.tsx'
import { json, storeToken, mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import { OpeningList } from './OpeningList.tsx'

beforeEach(storeToken)

function Page() {
  const opening = useQuery(deskTodayQuery).data?.opening
  return (
    <main id="main" tabIndex={-1}>
      {opening && <OpeningList of={opening} />}
    </main>
  )
}

it('leaves whoever marks a task at the next one, and whoever puts the list away on the page', async () => {
  const said: OpeningStep[] = ['imprint', 'care', 'announcement', 'backups']
  const opening = () =>
    said.includes('list')
      ? null
      : { questions: [], tasks: openingTasks.map((name) => ({ name, is_done: said.includes(name) })) }
  mockServer({
    ...signedInAs(peter),
    'GET /api/desk/today': () => json({ opening: opening() }),
    'PUT /api/desk/opening': ({ body }) => {
      said.push((body as { step: OpeningStep }).step)
      return json({ opening: opening() })
    },
  })
  const { screen } = await renderPage(<Page />)
  await screen.getByRole('button', { name: 'Mark as done: Invite your first people' }).click()
  const poster = screen.getByRole('button', { name: 'Mark as done: Print the poster' })
  await expect.element(poster).toHaveFocus()
  await poster.click()
  await expect.element(screen.getByRole('main')).toHaveFocus()
  await expect.element(poster).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Put this list away' }).click()
  await expect.element(screen.getByText('Print the poster')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})
