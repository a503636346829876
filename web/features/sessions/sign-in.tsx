import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { returnPath } from './returnPath.ts'
import { SessionForm } from './SessionForm.tsx'

function SignIn() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <SessionForm
      kind="sign_in"
      send={({ email, password }) => call('sessions.sign_in', { email, password }, { stay: true })}
      onDone={() => void navigate(returnPath(search.get('return')), { replace: true })}
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
