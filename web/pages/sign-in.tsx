import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { call, type Failure } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { lazyPart } from '../layout/lazyPart.tsx'
import { useErrorMessage } from '../layout/errorMessages.ts'
import { SiteHead, useSite } from '../site.tsx'
import { Note } from '../ui/Note.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import type { KeepAccount } from '../features/identity/sessions/CancelDeletion.tsx'
import { useSignIn } from '../features/identity/sessions/useSignIn.tsx'
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
  const { state, search } = useLocation()
  useReturnWhenSignedIn()
  const { public_origin, sends_mail } = useSite()
  const isHydrated = useIsHydrated()
  const isSupported = usePasskeySupport()
  const hasPasskeys = isSupported && passkeyOrigins.test(public_origin)
  const { startSession } = useAuth()
  const { asksCode, askToKeep, attempt, question } = useSignIn((session) => void startSession(session))
  if (question) return question
  return (
    <SessionForm
      kind="sign_in"
      asksCode={asksCode}
      send={async ({ email, password, code = '' }) => {
        const answer = await attempt(code, (answers) =>
          call('sessions.sign_in', { email, password, ...answers }, { ignoreUnauthorized: true }),
        )
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
          <PasskeySignIn onDeleting={askToKeep} />
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
