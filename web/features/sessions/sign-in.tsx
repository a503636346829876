import { Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { lazyPart } from '../../layout/lazyPart.tsx'
import { useAuth } from './auth.tsx'
import { returnPath } from './returnPath.ts'
import { SessionForm } from './SessionForm.tsx'

const KeepAccount = lazyPart(() => import('./KeepAccount.tsx'))

function SignIn() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { adopt } = useAuth()
  /** Somebody whose account is about to be deleted. */
  const [leaving, setLeaving] = useState<{ email: string; password: string } | null>(null)
  const goOn = () => void navigate(returnPath(search.get('return')), { replace: true })
  if (leaving) {
    return (
      <Suspense>
        <KeepAccount
          {...leaving}
          onKept={(session) => void adopt(session).then(goOn)}
          onLeave={() => void navigate('/')}
        />
      </Suspense>
    )
  }
  return (
    <SessionForm
      kind="sign_in"
      send={async ({ email, password }) => {
        const result = await call('sessions.sign_in', { email, password }, { stay: true })
        if (result.error?.code === 'sessions.deleting') setLeaving({ email, password })
        return result
      }}
      onDone={goOn}
    >
      <p className="secondary">
        {t('new_here')} <Link to={{ pathname: '/signup', search: search.toString() }}>{t('sign_up')}</Link>
      </p>
    </SessionForm>
  )
}

export default function SignInRoute() {
  return (
    <FormMessages>
      <SignIn />
    </FormMessages>
  )
}
