import { useState } from 'react'
import { expect, it } from 'vitest'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import { mockServer, peter, renderPage, signedInAs } from '../../../test.tsx'
import { Clock } from '../../../time.tsx'
import { Invited } from './Invited.tsx'

const items = [{ id: '0198c0de-0000-7000-8000-000000000011', email: 'jan@example.org', name: 'Jan', link: null }]
const made = { list_id: '0198c0de-0000-7000-8000-000000000001', items, left_out: 2 }

it('says of a list how many were not written to, because somebody else had invited them meanwhile', async () => {
  mockServer(signedInAs(peter))
  const { screen } = await renderPage(<Invited made={made} sendsMail onAgain={() => {}} />)
  await expect.element(screen.getByText('2 are already here or invited')).toBeVisible()
})

/** The page of a device that slept: its time is told anew a while after it woke. */
function Woken() {
  const [now, setNow] = useState(() => Date.now() - HOUR_MS)
  return (
    <Clock value={{ now }}>
      <Invited made={made} sendsMail onAgain={() => {}} />
      <button type="button" onClick={() => setNow(Date.now())}>
        A minute passes
      </button>
    </Clock>
  )
}

it('can be taken back on a device that has just woken', async () => {
  mockServer(signedInAs(peter))
  const { screen } = await renderPage(<Woken />)
  const takeBack = screen.getByRole('button', { name: 'Withdraw them all' })
  await expect.element(takeBack).toBeVisible()
  await screen.getByRole('button', { name: 'A minute passes' }).click()
  await expect.element(takeBack).toBeVisible()
})
