import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../../api.ts'
import { hannah, json, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import ExportSection from '../../site/personal-data/ExportSection.tsx'
import { usePasswordConfirmation } from './usePasswordConfirmation.tsx'

const EXPORT = `POST /api/users/${hannah.id}/export`
const CONFIRM = 'POST /api/auth/confirm'

beforeEach(storeToken)

/** Mocks a server that requires the password before it responds with data. */
function wary() {
  const tries: string[] = []
  let confirmed = false
  mockServer({
    ...signedIn,
    [EXPORT]: () =>
      confirmed ? json({ exported_at: '2026-05-20T12:00:00.000Z' }) : problem(403, 'sessions.confirmation_needed'),
    [CONFIRM]: ({ body }) => {
      const { password } = body as { password: string }
      tries.push(password)
      confirmed = password === 'the right one'
      return confirmed ? json({ confirmed_until: '2026-05-20T12:05:00.000Z' }) : problem(400, 'sessions.wrong_password')
    },
  })
  return tries
}

it('asks for the password, says when it is wrong, and does what was wanted when it is right', async () => {
  const tries = wary()
  const taken = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  const { screen } = await renderPage(<ExportSection user_id={hannah.id} />)
  await screen.getByRole('button', { name: 'Download data' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Enter your password' })
  await expect.element(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
  expect(tries).toEqual([])

  await dialog.getByLabelText('Password').fill('a wrong one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByRole('alert').getByText(/That password didn’t work/)).toBeVisible()
  await expect.element(dialog.getByLabelText('Password')).toHaveValue('a wrong one')

  await dialog.getByLabelText('Password').fill('the right one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('Check your downloads for the file.')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(tries).toEqual(['a wrong one', 'the right one'])
  const named = () => (taken.mock.contexts.at(-1) as HTMLAnchorElement | undefined)?.download
  await expect.poll(named).toBe(`${location.hostname}-2026-05-20.json`)
})

it('does nothing, and complains of nothing, when the person gives up', async () => {
  const tries = wary()
  const { screen } = await renderPage(<ExportSection user_id={hannah.id} />)
  await screen.getByRole('button', { name: 'Download data' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  // The confirmation can be requested again.
  await screen.getByRole('button', { name: 'Download data' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Enter your password' })).toBeVisible()
  expect(tries).toEqual([])
})

it('asks once for two acts that were pressed at the same moment, and does both', async () => {
  let confirmed = false
  const done: string[] = []
  const act = (name: string) => () => {
    if (!confirmed) return problem(403, 'sessions.confirmation_needed')
    done.push(name)
    return json({ id: name })
  }
  mockServer({
    ...signedIn,
    'DELETE /api/auth/sessions/one': act('one'),
    'DELETE /api/auth/sessions/two': act('two'),
    [CONFIRM]: () => {
      confirmed = true
      return json({ confirmed_until: '2026-05-20T12:05:00.000Z' })
    },
  })
  function Two() {
    const { withConfirmation, dialog } = usePasswordConfirmation()
    const press = () => {
      for (const id of ['one', 'two']) void withConfirmation(() => call('devices.end', { id }))
    }
    return (
      <>
        <button type="button" onClick={press}>
          End both
        </button>
        {dialog}
      </>
    )
  }
  const { screen } = await renderPage(<Two />)
  await screen.getByRole('button', { name: 'End both' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabelText('Password').fill('the right one')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => done.toSorted()).toEqual(['one', 'two'])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
