import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { returnPath } from './returnPath.ts'
import { SessionForm } from './SessionForm.tsx'

function SignUp() {
  const t = useTranslations('account')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <SessionForm
      kind="sign_up"
      send={(credentials) => call('sessions.sign_up', credentials, { stay: true })}
      onDone={() => void navigate(returnPath(search.get('return')), { replace: true })}
    >
      <p className="secondary">
        {t('member')} <Link to={{ pathname: '/signin', search: search.toString() }}>{t('sign_in')}</Link>
      </p>
    </SessionForm>
  )
}

export default function SignUpRoute() {
  return (
    <FormMessages>
      <SignUp />
    </FormMessages>
  )
}
