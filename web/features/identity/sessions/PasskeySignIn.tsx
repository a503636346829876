import type { startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { call, type Result } from '../../../api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useAuth } from './auth.tsx'
import type { KeepAccount } from './CancelDeletion.tsx'
import { sessionFailure, useAuthFailureText, type FailureText } from './failures.ts'
import { loadPasskeys } from './loadPasskeys.ts'
import { Button } from '../../../ui/Button.tsx'

/** Returns null if the person dismissed the prompt of the device: a change of mind, not a failure to report. */
async function signInWithPasskey(more: { keep_account?: true }): Promise<Result<Output<'sessions.sign_in'>> | null> {
  const begun = await call('sessions.begin_passkey', {}, { ignoreUnauthorized: true })
  if (begun.error) return begun
  const library = await loadPasskeys()
  if (library.error) return library
  const optionsJSON = begun.data as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const response = await library.data.startAuthentication({ optionsJSON }).catch(() => null)
  if (!response) return null
  const input = { response: response as never, ...more }
  return await call('sessions.sign_in_with_passkey', input, { ignoreUnauthorized: true })
}

/** Signs in with a passkey, in browsers that support them. `onDeleting`: called when the account is about to be deleted. */
export default function PasskeySignIn({ onDeleting }: { onDeleting: (keepAccount: KeepAccount) => void }) {
  const t = useTranslations('account')
  const describeFailure = useAuthFailureText()
  const { startSession } = useAuth()
  const [failure, setFailure] = useState<FailureText | null>(null)
  const [busy, setBusy] = useState(false)

  async function signIn() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const blocked = sessionFailure()
    const answer = blocked ? { data: null, error: blocked } : await signInWithPasskey({})
    if (answer?.error?.code === 'sessions.deleting') return onDeleting(() => signInWithPasskey({ keep_account: true }))
    if (answer?.error) setFailure(await describeFailure('sessions.sign_in', answer.error))
    else if (answer) await startSession(answer.data)
    setBusy(false)
  }

  return (
    <>
      <FailureNote title={failure?.title ?? null}>{failure?.text}</FailureNote>
      <Button size="large" block busy={busy} onClick={() => void signIn()}>
        <Icon name="key" />
        {t('passkey')}
      </Button>
    </>
  )
}
