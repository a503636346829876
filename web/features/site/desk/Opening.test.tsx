import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { useSite } from '../../../site.tsx'
import { json, makeSetting, storeToken, mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import Opening from './Opening.tsx'

beforeEach(storeToken)

function Desk() {
  const { site_name } = useSite()
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        Leave {site_name}
      </button>
      {isOpen && <Opening id="name" />}
    </>
  )
}

it('shows the name that is typed, and no longer once somebody has gone without saving it', async () => {
  mockServer({
    ...signedInAs(peter),
    'GET /api/desk/today': () => json({ opening: { questions: ['name'], tasks: [] } }),
    'GET /api/admin/settings': () => json([makeSetting('site_name'), makeSetting('site_sentence')]),
    'GET /api/admin/mail-server': () => json({ source: 'none', server: null, waiting: 0 }),
    'GET /api/themes': () => json([]),
  })
  const { screen } = await renderPage(<Desk />, '/admin/opening/name')
  await screen.getByLabelText('Site name').fill('St. Anne')
  await screen.getByRole('button', { name: 'Leave St. Anne' }).click()
  await expect.element(screen.getByRole('button', { name: 'Leave Oremus' })).toBeVisible()
})
