import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/Button.tsx'
import { useAuth } from './auth.tsx'
import { useDraftsQuestion } from './useDraftsQuestion.tsx'

/** Signs out who is signed in here, and opens the invitation again for whom it is for. `to`: its path, with the code. */
export function SignOutForInvitation({ to, isQuiet = false }: { to: string; isQuiet?: boolean }) {
  const t = useTranslations('account')
  const { signOut } = useAuth()
  const { ask, dialog } = useDraftsQuestion((keeps_drafts) => void signOut(keeps_drafts, to))
  return (
    <>
      <Button variant={isQuiet ? 'text' : 'secondary'} onClick={ask}>
        {t('invited_sign_out')}
      </Button>
      {dialog}
    </>
  )
}
