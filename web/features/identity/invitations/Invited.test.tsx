import { expect, it } from 'vitest'
import { mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import { Invited } from './Invited.tsx'

it('says of a list how many were not written to, because somebody else had invited them meanwhile', async () => {
  mockServer(signedInAs(peter))
  const items = [{ id: '0198c0de-0000-7000-8000-000000000011', email: 'jan@example.org', name: 'Jan', link: null }]
  const { screen } = await renderPage(
    <Invited
      made={{ list_id: '0198c0de-0000-7000-8000-000000000001', items, left_out: 2 }}
      sendsMail
      onAgain={() => {}}
    />,
  )
  await expect.element(screen.getByText('2 are already here or invited')).toBeVisible()
})
