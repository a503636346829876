import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpointQuery } from '../../../query.ts'

/** Links to the decision once there is one; there the author can read it and appeal. */
export function DecisionLink({ id }: { id: string }) {
  const t = useTranslations('care')
  const { data } = useQuery(endpointQuery('decisions.own', {}, true))
  const decision = data?.find((one) => one.prayer_request_id === id)
  if (!decision) return null
  return (
    <p>
      <Link to={`/decisions#${decision.id}`}>{t('to_decision')}</Link>
    </p>
  )
}
