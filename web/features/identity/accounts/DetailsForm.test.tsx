import { beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../../contract/accounts.ts'
import { hannah, json, makeToken, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { useAuth } from '../sessions/auth.tsx'
import { DetailsForm } from './DetailsForm.tsx'

const account: Account = {
  ...hannah,
  about: 'I pray in the mornings.',
  email_verified: true,
  created_at: '2026-01-02T03:04:05.678Z',
}
const GET = 'GET /api/auth/profile'
const PUT = 'PUT /api/auth/profile'

beforeEach(storeToken)

it('saves a new name, and nothing that another device may have changed, and shows what the server made of it', async () => {
  const sent: unknown[] = []
  mockServer({
    ...signedIn,
    [PUT]: ({ body }) => {
      sent.push(body)
      return json({ ...account, display_name: 'Hannah Weber' })
    },
  })
  const { screen } = await renderPage(<DetailsForm account={account} />)
  await screen.getByLabelText('Display name').fill(' Hannah Weber ')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Changes saved')).toBeVisible()
  await expect.element(screen.getByLabelText('Display name')).toHaveValue('Hannah Weber')
  expect(sent).toEqual([{ display_name: ' Hannah Weber ' }])
})

it('keeps what was written about oneself until it is saved', async () => {
  mockServer({ ...signedIn, [GET]: () => json(account), [PUT]: () => json({ ...account, about: 'I pray at night.' }) })
  const before = await renderPage(<DetailsForm account={account} />)
  await before.screen.getByLabelText(/About you/).fill('I pray at night.')
  await before.screen.unmount()
  const { screen } = await renderPage(<DetailsForm account={account} />)
  await expect.element(screen.getByLabelText(/About you/)).toHaveValue('I pray at night.')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Changes saved')).toBeVisible()
  await screen.unmount()
  const after = await renderPage(<DetailsForm account={account} />)
  await expect.element(after.screen.getByLabelText(/About you/)).toHaveValue(account.about)
})

it('takes no words while it is sent, which would go with the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  mockServer({ ...signedIn, [PUT]: () => answer.promise })
  const { screen } = await renderPage(<DetailsForm account={account} />)
  await screen.getByLabelText('Display name').fill('Hannah Weber')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await screen.getByLabelText(/About you/).fill('I pray at night.')
  await expect.element(screen.getByLabelText(/About you/)).toHaveValue(account.about)
  answer.resolve(json({ ...account, display_name: 'Hannah Weber' }))
  await expect.element(screen.getByText('Changes saved')).toBeVisible()
  await screen.getByLabelText(/About you/).fill('I pray at night.')
  await expect.element(screen.getByLabelText(/About you/)).toHaveValue('I pray at night.')
})

const Reader = () => <output>{useAuth().user?.display_name}</output>

it('makes nobody its writer who has signed in before the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  mockServer({ ...signedIn, [PUT]: () => answer.promise })
  const { screen } = await renderPage(
    <>
      <Reader />
      <DetailsForm account={account} />
    </>,
  )
  await expect.element(screen.getByText(hannah.display_name)).toBeVisible()
  await screen.getByLabelText('Display name').fill('Hannah Weber')
  const save = screen.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  localStorage.setItem(TOKEN_KEY, makeToken(600, 'ruth'))
  answer.resolve(json({ ...account, display_name: 'Hannah Weber' }))
  // What follows the answer is drawn before, or together with it.
  await expect.element(save).not.toHaveAttribute('aria-busy')
  await expect.element(screen.getByText(hannah.display_name)).toBeVisible()
  expect(screen.getByText('Hannah Weber').query()).toBeNull()
})

it('shows what was saved in another tab, and saves nothing over it before one of the two is chosen', async () => {
  const saved = { ...account, about: 'I pray at noon.' }
  let isBusy = false
  const requests = mockServer({
    ...signedIn,
    [GET]: () => (isBusy ? problem(503, 'server.unavailable') : json(saved)),
    [PUT]: ({ body }) => json({ ...saved, ...(body as object) }),
  })
  const sent = () => requests.mock.calls.filter(([, init]) => init?.method === 'PUT').map(([, init]) => init?.body)
  const { screen } = await renderPage(<DetailsForm account={account} />)
  const about = screen.getByLabelText(/About you/)
  const save = screen.getByRole('button', { name: 'Save changes' })
  await about.fill('I pray at night.')
  await save.click()
  await expect.element(screen.getByText('I pray at noon.')).toBeVisible()
  await expect.element(about).toHaveValue('I pray at night.')
  expect(sent()).toEqual([])
  isBusy = true
  await save.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  isBusy = false
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(about).toHaveFocus()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await save.click()
  await expect.element(screen.getByText('Changes saved')).toBeVisible()
  expect(sent()).toEqual([JSON.stringify({ about: 'I pray at night.' })])
})

it('asks for a name, goes there, and is content as soon as there is one', async () => {
  const requests = mockServer(signedIn)
  const { screen } = await renderPage(<DetailsForm account={account} />)
  await screen.getByLabelText('Display name').fill('   ')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByLabelText('Display name')).toHaveFocus()
  await expect.element(screen.getByText('Please fill this in.')).toBeVisible()
  expect(requests.mock.calls.some(([, init]) => init?.method === 'PUT')).toBe(false)
  await screen.getByLabelText('Display name').fill('H')
  await expect.element(screen.getByText('Please fill this in.')).not.toBeInTheDocument()
})

it('keeps what was typed, and says why it was not saved', async () => {
  mockServer({ ...signedIn, [PUT]: () => problem(503, 'server.unavailable') })
  const { screen } = await renderPage(<DetailsForm account={account} />)
  await screen.getByLabelText('Display name').fill('Hannah Weber')
  await screen.getByLabelText(/About you/).fill('New words')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByRole('alert')).toHaveFocus()
  await expect.element(screen.getByRole('alert').getByText(/Your changes weren’t saved/)).toBeVisible()
  await expect.element(screen.getByLabelText('Display name')).toHaveValue('Hannah Weber')
  await expect.element(screen.getByLabelText(/About you/)).toHaveValue('New words')
})

it('shows what the server says of a field beside that field, and goes there', async () => {
  const errors = [{ path: 'display_name', code: 'unreadable', detail: 'x' }]
  mockServer({ ...signedIn, [PUT]: () => problem(400, 'request.invalid', { errors }) })
  const { screen } = await renderPage(<DetailsForm account={account} />)
  const name = screen.getByLabelText('Display name')
  await name.fill(`Hannah${'\u0301'.repeat(31)} W.`)
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/The last sign in “Hannah\u0301\u0301” can’t be saved/)
  const { selectionStart, selectionEnd } = name.element() as HTMLInputElement
  expect([selectionStart, selectionEnd]).toEqual([6, 37])
})
