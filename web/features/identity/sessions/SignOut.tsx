import { useTranslations } from 'use-intl'
import { useAuth } from './auth.tsx'
import { useDraftsQuestion } from './useDraftsQuestion.tsx'

export function SignOut() {
  const t = useTranslations('nav')
  const { signOut } = useAuth()
  const { ask, dialog } = useDraftsQuestion((keeps_drafts) => void signOut(keeps_drafts))
  return (
    <>
      <button type="button" data-closes="" onClick={ask}>
        {t('sign_out')}
      </button>
      {dialog}
    </>
  )
}
