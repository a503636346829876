import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { ManagedUser } from '../../../contract/accounts.ts'
import { Again, json, storeToken, peter, problem, renderPage, mockServer, signedInAs } from '../../test.tsx'
import ManagedPerson from './ManagedPerson.tsx'

const grace: ManagedUser = {
  id: '0198c0de-0000-7000-8000-000000000002',
  display_name: 'Grace O.',
  email: 'grace@example.org',
  email_verified: true,
  role: 'member',
  status: 'active',
  profile: { id: '0198c0de-0000-7000-8000-000000000002', display_name: 'Grace O.', about: '', joined: '2026-05' },
  created_at: '2026-05-01T12:00:00.000Z',
  last_seen_at: null,
  deletes_at: null,
}
const PERSON = `/api/users/${grace.id}`

beforeEach(storeToken)

/** Opens Grace on a server that stores her, and requires the password before it changes her role or deletes her account. */
async function open(part: Parameters<typeof mockServer>[0] = {}, page = <ManagedPerson id={grace.id} />) {
  let person = grace
  let confirmed = false
  const sent: unknown[] = []
  mockServer({
    ...signedInAs(peter),
    [`GET ${PERSON}`]: () => json(person),
    'GET /api/admin/audit': () => json({ items: [], next_cursor: null }),
    'POST /api/auth/confirm': () => {
      confirmed = true
      return json({ confirmed_until: '2026-05-20T12:05:00.000Z' })
    },
    [`PUT ${PERSON}/role`]: ({ body }) => {
      if (!confirmed) return problem(403, 'sessions.confirmation_needed')
      sent.push(body)
      person = { ...person, ...(body as { role: ManagedUser['role'] }) }
      return json(person)
    },
    [`DELETE ${PERSON}`]: ({ path }) => {
      if (!confirmed) return problem(403, 'sessions.confirmation_needed')
      sent.push(path)
      person = { ...person, status: 'deleting', deletes_at: '2026-05-27T12:00:00.000Z' }
      return json({ id: grace.id, deletes_at: person.deletes_at })
    },
    [`POST ${PERSON}/suspend`]: ({ body }) => {
      sent.push(body)
      person = { ...person, status: 'suspended' }
      return json(person)
    },
    [`POST ${PERSON}/unsuspend`]: ({ body }) => {
      sent.push(body)
      person = { ...person, status: 'active' }
      return json(person)
    },
    ...part,
  })
  return { ...(await renderPage(page, '/admin/users')), sent }
}

it('gives a role once the password was entered, and says so', async () => {
  const { screen, sent } = await open()
  const save = screen.getByRole('button', { name: 'Save role' })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await screen.getByRole('radio', { name: /^Moderator/ }).click()
  await save.click()
  const dialog = screen.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabelText('Password').fill('the right one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('Grace O.: Moderator')).toBeVisible()
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveFocus()
  expect(sent).toEqual([{ role: 'moderator' }])
})

it('leads to a reason for a role that is too short, which a screen reader then says', async () => {
  const { screen, sent } = await open()
  await screen.getByRole('radio', { name: /^Moderator/ }).click()
  const reason = screen.getByRole('region', { name: 'Role' }).getByRole('textbox', { name: /^Reason/ })
  await reason.fill('ok')
  await screen.getByRole('button', { name: 'Save role' }).click()
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription(/Please write at least three characters, or nothing\./)
  expect(sent).toEqual([])
})

it('deletes the account of somebody who asked for it, once there is a reason and the password was entered', async () => {
  const { screen, sent } = await open()
  const part = screen.getByRole('region', { name: 'Delete account' })
  const press = part.getByRole('button', { name: 'Delete account' })
  await press.click()
  await press.click()
  await expect.element(part.getByText('Please give a reason, at least three characters.')).toBeVisible()
  await part.getByLabelText('Reason').fill('She asked by phone.')
  await part.getByRole('radio', { name: 'Delete them too' }).click()
  await press.click()
  const dialog = screen.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabelText('Password').fill('the right one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText(/The account of Grace O. will be deleted on .*27/)).toBeVisible()
  expect(sent).toEqual([`${PERSON}?prayers=delete&reason=She+asked+by+phone.`])
  // It can be restored at the same place.
  await expect.element(part).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Restore account' })).toBeVisible()
})

it('tells why the last administrator stays one, and keeps what was chosen', async () => {
  const { screen } = await open({ [`PUT ${PERSON}/role`]: () => problem(409, 'users.last_admin') })
  await screen.getByRole('radio', { name: /^Moderator/ }).click()
  await screen.getByRole('button', { name: 'Save role' }).click()
  await expect.element(screen.getByRole('alert').getByText('Sentence of users.last_admin')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: /^Moderator/ })).toBeChecked()
})

it('suspends with a reason only, and after asking once more; restores without', async () => {
  const { screen, sent } = await open()
  await screen.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(screen.getByText('Please give a reason, at least three characters.')).toBeVisible()
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  expect(sent).toEqual([])
  await reason.fill('Advertising')
  const button = screen.getByRole('button', { name: 'Suspend' })
  await button.click()
  const dialog = screen.getByRole('dialog', { name: 'Suspend Grace O.?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(reason).toHaveValue('Advertising')
  expect(sent).toEqual([])
  await button.click()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  const restore = screen.getByRole('button', { name: 'Restore account' })
  await expect.element(restore).toHaveFocus()
  expect(sent).toEqual([{ reason: 'Advertising' }])
  await restore.click()
  await expect.element(screen.getByRole('heading', { name: 'Suspend' })).toBeVisible()
  expect(sent.at(-1)).toEqual({})
})

it('keeps the reason when the server refuses', async () => {
  const { screen } = await open({ [`POST ${PERSON}/suspend`]: () => problem(503, 'server.unavailable') })
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
  await screen.getByRole('button', { name: 'Suspend' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect.element(screen.getByRole('alert').getByText('Sentence of server.unavailable')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Advertising')
})

it('says of somebody who is gone that they are', async () => {
  const { screen } = await open({ [`GET ${PERSON}`]: () => problem(404, 'users.not_found') })
  await expect.element(screen.getByText('We can’t find this person. The account may be gone.')).toBeVisible()
})

it('has why an account is to be deleted when somebody comes back, such as after their session has ended', async () => {
  const begin = async () => {
    const { screen } = await open()
    const part = screen.getByRole('region', { name: 'Delete account' })
    await part.getByRole('button', { name: 'Delete account' }).click()
    return { screen, reason: part.getByLabelText('Reason') }
  }
  const first = await begin()
  await first.reason.fill('She asked by phone.')
  await first.screen.unmount()
  await expect.element((await begin()).reason).toHaveValue('She asked by phone.')
})

it('ends no suspension that another administrator began while the reason for it was written', async () => {
  let person = grace
  const page = (
    <>
      <Again />
      <ManagedPerson id={grace.id} />
    </>
  )
  const { screen, sent } = await open({ [`GET ${PERSON}`]: () => json(person) }, page)
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
  person = { ...grace, status: 'suspended' }
  await screen.getByRole('button', { name: 'Again' }).click()
  const restore = screen.getByRole('button', { name: 'Restore account' })
  await restore.click()
  await expect.element(screen.getByRole('textbox', { name: /^Reason/ })).toHaveFocus()
  expect(sent).toEqual([])
  await restore.click()
  await expect.poll(() => sent).toEqual([{ reason: 'Advertising' }])
})

it('begins anew with each person, also on the way back from one to the other', async () => {
  const ruth = { ...grace, id: '0198c0de-0000-7000-8000-000000000003', email: 'ruth@example.org' }
  function Both() {
    const [id, setId] = useState(grace.id)
    return (
      <>
        <button type="button" onClick={() => setId(id === grace.id ? ruth.id : grace.id)}>
          Go to the other
        </button>
        <ManagedPerson id={id} />
      </>
    )
  }
  const { screen } = await open({ [`GET /api/users/${ruth.id}`]: () => json(ruth) }, <Both />)
  const go = screen.getByRole('button', { name: 'Go to the other' })
  await expect.element(screen.getByText('grace@example.org')).toBeVisible()
  await go.click()
  await expect.element(screen.getByText('ruth@example.org')).toBeVisible()
  await screen.getByRole('radio', { name: /^Moderator/ }).click()
  await go.click()
  await expect.element(screen.getByText('grace@example.org')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: /^Member/ })).toBeChecked()
})

it.each([
  ['an old account, whose sessions may be gone', '2016-05-01T12:00:00.000Z', 'Last seen: –'],
  ['a new one', new Date().toISOString(), 'Last seen: never'],
])('says when somebody was last here of %s', async (_, created_at, said) => {
  const { screen } = await open({ [`GET ${PERSON}`]: () => json({ ...grace, created_at }) })
  await expect.element(screen.getByText(said)).toBeVisible()
})
