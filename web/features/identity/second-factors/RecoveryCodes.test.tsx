import { expect, it, vi } from 'vitest'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { mockServer, renderPage, signedIn } from '../../../test.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

it('chooses the codes, to be copied by hand, where the browser does not let the page copy them', async () => {
  mockServer(signedIn)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Refused', 'NotAllowedError'))
  const { screen } = await renderPage(
    <FormMessages area="second_factors">
      <RecoveryCodes codes={['abcdefghijklmnop', 'qrstuvwxyzabcdef']} onDone={() => {}} />
    </FormMessages>,
  )
  await screen.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => getSelection()?.toString()).toMatch(/abcd-efgh-ijkl-mnop\s+qrst-uvwx-yzab-cdef/)
  await expect.element(screen.getByText('Codes copied')).not.toBeInTheDocument()
})
