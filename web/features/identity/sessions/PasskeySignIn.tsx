import type { startAuthentication } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from './auth.tsx'
import { notLoaded, sessionFailure, useAuthFailureText, type FailureText } from './failures.ts'
import { Button } from '../../../ui/Button.tsx'

/** Signs in with a passkey, in browsers that support them. */
export default function PasskeySignIn() {
  const t = useTranslations('account')
  const describeFailure = useAuthFailureText()
  const { startSession } = useAuth()
  const [failure, setFailure] = useState<FailureText | null>(null)
  const [busy, setBusy] = useState(false)

  async function signIn() {
    setBusy(true)
    setFailure(null)
    const blocked = sessionFailure()
    const begun = blocked
      ? { data: null, error: blocked }
      : await call('sessions.begin_passkey', {}, { ignoreUnauthorized: true })
    let { error } = begun
    if (begun.data) {
      const library = await import('@simplewebauthn/browser').catch(() => null)
      const optionsJSON = begun.data as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
      // Dismissing the prompt of the device is a change of mind, not a failure to report.
      const response = await library?.startAuthentication({ optionsJSON }).catch(() => null)
      if (!library) error = notLoaded
      else if (response) {
        const answer = await call(
          'sessions.sign_in_with_passkey',
          { response: response as never },
          { ignoreUnauthorized: true },
        )
        ;({ error } = answer)
        if (answer.data) await startSession(answer.data)
      }
    }
    if (error) setFailure(await describeFailure('sessions.sign_in', error))
    setBusy(false)
  }

  return (
    <>
      {failure && (
        <Note kind="error" icon="error" title={failure.title}>
          {failure.text}
        </Note>
      )}
      <Button size="large" block disabled={busy} onClick={() => void signIn()}>
        <Icon name="key" />
        {t('passkey')}
      </Button>
    </>
  )
}
