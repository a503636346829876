import { useTranslations } from 'use-intl'
import { useAuth } from './auth.tsx'

export function SignOut() {
  const t = useTranslations('nav')
  const { signOut } = useAuth()
  return (
    <button type="button" data-closes="" onClick={() => void signOut()}>
      {t('sign_out')}
    </button>
  )
}
