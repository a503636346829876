import { beforeEach, expect, it, vi } from 'vitest'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { json, makeToken, mockServer, renderPage, signedIn } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))

it('takes Arabic digits, and shows the recovery codes when the answer was lost and it is pressed again', async () => {
  const sent: [string | null, unknown][] = []
  mockServer({
    ...signedIn,
    'POST /api/auth/totp': () => json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Oremus:hannah?secret=ABCDEFGH' }),
    'POST /api/auth/totp/confirm': ({ headers, body }) => {
      sent.push([headers.get('idempotency-key'), body])
      return sent.length === 1
        ? Promise.reject(new TypeError('Failed to fetch'))
        : json({ recovery_codes: ['abcdefghijklmnop'] })
    },
  })
  const onCodes = vi.fn()
  const { screen } = await renderPage(
    <FormMessages area="second_factors">
      <AuthenticatorApp
        isOn={false}
        codes_left={0}
        withConfirmation={(act) => act()}
        onCodes={onCodes}
        onChange={() => {}}
      />
    </FormMessages>,
  )
  const setUp = screen.getByRole('button', { name: 'Set up' })
  const scan = screen.getByText('Scan this QR code', { exact: false })
  await setUp.click()
  await expect.element(scan).toHaveFocus()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(setUp).toHaveFocus()
  await setUp.click()
  await screen.getByLabelText('Six-digit code').fill('١٢٣ ٤٥٦')
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  await confirm.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await confirm.click()
  await expect.poll(() => onCodes).toHaveBeenCalledWith(['abcdefghijklmnop'])
  expect(sent[0]?.[0]).toBeTruthy()
  expect(sent).toEqual([sent[0], sent[0]])
  expect(sent[0]?.[1]).toEqual({ code: '123456' })
})
