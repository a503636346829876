import { useTranslations } from 'use-intl'
import { readFirstVisit } from '../../features/identity/sessions/firstVisit.ts'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'

/** True while somebody has the name that everybody gets at sign-up: in this language, or in the one of that moment. */
export function useIsNameless(user: { id: string; display_name: string }): boolean {
  const t = useTranslations('account')
  const given = useIsHydrated() ? readFirstVisit(user)?.display_name : undefined
  return user.display_name === t('no_name') || user.display_name === given
}
