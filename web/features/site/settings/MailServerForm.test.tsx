import { expect, it } from 'vitest'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { mockServer, renderPage } from '../../../test.tsx'
import { MailServerForm } from './MailServerForm.tsx'

it('says in words when emails may go to a server unencrypted', async () => {
  mockServer({})
  const { screen } = await renderPage(
    <FormMessages area="admin_site">
      <MailServerForm kept={null} confirm={(act) => act()} onDone={() => {}} />
    </FormMessages>,
  )
  await screen.getByRole('radio', { name: 'Another one' }).click()
  const warning = screen.getByText(/^Emails may go to this server unencrypted/)
  await expect.element(warning).not.toBeInTheDocument()
  await screen.getByRole('checkbox', { name: 'This server wants a password' }).click()
  await expect.element(warning).toBeVisible()
  await screen.getByLabelText('Port').fill('465')
  await expect.element(warning).not.toBeInTheDocument()
})
