import { expect, it, vi } from 'vitest'
import { json, mockServer, problem, renderPage } from '../../../test.tsx'
import { MailServerForm } from './MailServerForm.tsx'

/** Opens the form at a server of one's own. */
async function openForm(onDone: (answer: unknown) => void = () => {}) {
  mockServer({})
  const page = await renderPage(<MailServerForm kept={null} confirm={(act) => act()} onDone={onDone} />)
  await page.screen.getByRole('radio', { name: 'Another one' }).click()
  return page
}

it('says in words when emails may go to a server unencrypted', async () => {
  const { screen } = await openForm()
  const warning = screen.getByText(/^Emails may go to this server unencrypted/)
  await expect.element(warning).not.toBeInTheDocument()
  await screen.getByRole('checkbox', { name: 'This server wants a password' }).click()
  await expect.element(warning).toBeVisible()
  await screen.getByLabelText('Port').fill('465')
  await expect.element(warning).not.toBeInTheDocument()
})

it('says that a port is none', async () => {
  const { screen } = await openForm()
  await screen.getByLabelText('Port').fill('70000')
  await screen.getByRole('button', { name: 'Save and try it' }).click()
  await expect.element(screen.getByText('That doesn’t look right. Please check it.')).toBeVisible()
  await screen.getByLabelText('Port').fill('465')
  await expect.element(screen.getByText('That doesn’t look right. Please check it.')).not.toBeInTheDocument()
})

it('says what is missing, keeps what was typed when it is refused, and hands on what was kept', async () => {
  const onDone = vi.fn()
  const { screen } = await openForm(onDone)
  const save = screen.getByRole('button', { name: 'Save and try it' })
  await save.click()
  await expect.element(screen.getByText('Please fill this in.').first()).toBeVisible()
  await screen.getByLabelText('Email address').fill('prayers@parish.example')
  await screen.getByLabelText('Mail server').fill('127.0.0.1')
  await screen.getByLabelText('Port').fill('2525')
  await screen.getByLabelText('Password', { exact: true }).fill('wrong')
  mockServer({ 'PUT /api/admin/mail-server': () => problem(400, 'mail_server.wrong_password') })
  await save.click()
  await expect.element(screen.getByText('Sentence of mail_server.wrong_password')).toBeVisible()
  await expect.element(screen.getByLabelText('Email address')).toHaveValue('prayers@parish.example')
  mockServer({ 'PUT /api/admin/mail-server': ({ body }) => json(body) })
  await screen.getByLabelText('Password', { exact: true }).fill('abcd efgh')
  await save.click()
  const mailbox = { host: '127.0.0.1', port: 2525, from: 'prayers@parish.example', password: 'abcd efgh' }
  await expect.poll(() => onDone).toHaveBeenCalledWith(mailbox)
})
