import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'

interface Props {
  heading?: 'h2' | 'h3'
  onLeave?: () => void
}

function Offer({ heading: Heading = 'h3', onLeave }: Props) {
  const t = useTranslations('first')
  const { user } = useAuth()
  return (
    <>
      <Heading>{t('title')}</Heading>
      <ButtonLink variant="primary" to="/new-prayer" onClick={onLeave}>
        {t('share')}
      </ButtonLink>
      {user?.role === 'admin' && (
        <ButtonLink to="/admin/users/invite" onClick={onLeave}>
          {t('invite')}
        </ButtonLink>
      )}
    </>
  )
}

/** Says on a site without requests what to do next. */
export default withMessages(Offer, 'acts')
