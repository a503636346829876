import { useTranslations } from 'use-intl'
import type { AlarmReach } from '../../../../contract/alarms.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'

/** Leads to what an alarm lacks to reach somebody; nothing for whoever cannot mend it. */
export function AlarmCure({ reach }: { reach: AlarmReach }) {
  const t = useTranslations('admin')
  const { user } = useAuth()
  if (!user) return null
  const isAdmin = user.role === 'admin'
  if (reach === 'no_mail') return isAdmin && <ButtonLink to="/admin/settings/mail">{t('cure_mail')}</ButtonLink>
  if (reach === 'alarm_failed') return isAdmin && <ButtonLink to="/admin/check">{t('cure_checks')}</ButtonLink>
  if (reach === 'reachable') return null
  return user.email_verified ? (
    <ButtonLink to="/admin/care?tab=on_call">{t('cure_on_call')}</ButtonLink>
  ) : (
    <ButtonLink to="/profile?tab=account">{t('cure_address')}</ButtonLink>
  )
}
