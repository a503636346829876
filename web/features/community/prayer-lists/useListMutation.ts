import { useTranslations } from 'use-intl'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'

/** Returns a mutation for lists whose calls run one after the other. */
export function useListMutation() {
  const t = useTranslations('lists')
  return useEndpointMutation({
    invalidates: ['prayer_lists'],
    queues: true,
    failureToast: (reason) => t('failed_because', { reason }),
  })
}
