import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call, type Failure } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { lazyPart, Nothing } from '../layout/lazyPart.tsx'
import { useErrorMessage } from '../layout/errorMessages.ts'
import { SiteHead, useSite } from '../site.tsx'
import { Note } from '../ui/Note.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import type { KeepAccount } from '../features/identity/sessions/CancelDeletion.tsx'
import { useReturnWhenSignedIn } from '../features/identity/sessions/useReturnWhenSignedIn.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { usePasskeySupport } from '../features/identity/sessions/usePasskeySupport.ts'
import { SessionForm } from '../features/identity/sessions/SessionForm.tsx'
import styles from './sign-in.module.css'

const PasskeySignIn = lazyPart<{ onDeleting: (keepAccount: KeepAccount) => void }>(
  () => import('../features/identity/sessions/PasskeySignIn.tsx'),
)
// Browsers support passkeys on these origins only.
const passkeyOrigins = /^https:|^http:\/\/localhost(:|$)/
const CancelDeletion = lazyPart(() => import('../features/identity/sessions/CancelDeletion.tsx'), Nothing, [
  'forms',
  'profile',
])

// Fixed English messages; readers of other languages get them from `errors.json`.
const SESSION_ENDED: Failure = { status: 401, code: 'sessions.required', detail: 'Authentication failed' }
const NO_USER: Failure = {
  status: 400,
  code: 'sessions.wrong_credentials',
  detail: 'Authentication failed. Please try again.',
}

/** Shown to readers who were redirected here because their session has ended. */
function SessionEndedNote() {
  const t = useTranslations('account')
  const title = useErrorMessage(SESSION_ENDED) ?? SESSION_ENDED.detail
  return (
    <Note kind="error" icon="info" title={title}>
      {t('session_ended')}
    </Note>
  )
}

/** The form, with other ways to sign in below it. */
function SignIn() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  const { state, search } = useLocation()
  useReturnWhenSignedIn()
  const { public_origin, sends_mail } = useSite()
  const isHydrated = useIsHydrated()
  const isSupported = usePasskeySupport()
  const hasPasskeys = isSupported && passkeyOrigins.test(public_origin)
  const [asksCode, setAsksCode] = useState(false)
  const { startSession } = useAuth()
  /** How to keep an account that is scheduled for deletion, and whether its owner chose to. */
  const [keepAccount, setKeepAccount] = useState<KeepAccount | null>(null)
  const [keepsAccount, setKeepsAccount] = useState(false)
  if (keepAccount) {
    return (
      <CancelDeletion
        keepAccount={keepAccount}
        onCancelled={(session) => void startSession(session)}
        onCodeNeeded={() => {
          setKeepsAccount(true)
          setAsksCode(true)
          setKeepAccount(null)
        }}
        onLeave={() => void navigate('/')}
      />
    )
  }
  return (
    <SessionForm
      kind="sign_in"
      asksCode={asksCode}
      send={async ({ email, password, code = '' }) => {
        const input = {
          email,
          password,
          ...(code.trim() !== '' && { code }),
          ...(keepsAccount && { keep_account: true }),
        }
        const signIn = (more = {}) => call('sessions.sign_in', { ...input, ...more }, { ignoreUnauthorized: true })
        const answer = await signIn()
        if (answer.error?.code === 'sessions.second_factor_needed') setAsksCode(true)
        if (answer.error?.code === 'sessions.deleting') setKeepAccount(() => () => signIn({ keep_account: true }))
        // oxlint-disable-next-line typescript/no-unnecessary-condition -- whatever stands between may answer anything
        if (answer.error || answer.data?.user) return answer
        return { data: null, error: NO_USER }
      }}
      // A reload keeps the state, of which the server knows nothing.
      notice={isHydrated && state === 'ended' && <SessionEndedNote />}
      aside={
        <Link className="small" to="/reset-password">
          {t('forgot')}
        </Link>
      }
    >
      {hasPasskeys && (
        // Reserves the space of the button, which loads after the page.
        <div className={`needs-js ${styles.passkey}`}>
          <PasskeySignIn onDeleting={(keep) => setKeepAccount(() => keep)} />
        </div>
      )}
      {sends_mail && (
        <p className="secondary">
          <Link to={{ pathname: '/signin/code', search }}>{t('by_code')}</Link>
        </p>
      )}
      <p className="secondary">
        {t('new_here')} <Link to={{ pathname: '/signup', search }}>{t('sign_up')}</Link>
      </p>
    </SessionForm>
  )
}

export default function SignInRoute() {
  return (
    <FormMessages>
      <SiteHead path="/signin" />
      <SignIn />
    </FormMessages>
  )
}
