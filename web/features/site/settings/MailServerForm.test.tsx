import { expect, it } from 'vitest'
import { mockServer, renderPage } from '../../../test.tsx'
import { MailServerForm } from './MailServerForm.tsx'

/** Opens the form at a server of one's own. */
async function openForm() {
  mockServer({})
  const page = await renderPage(<MailServerForm kept={null} confirm={(act) => act()} onDone={() => {}} />)
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
