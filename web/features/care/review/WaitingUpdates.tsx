import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { WaitingUpdates as Updates } from '../../../../contract/review.ts'
import { Time } from '../../../time.tsx'

/** Shows the updates that others read with a request once it is published. */
export function WaitingUpdates({ updates }: { updates: Updates }): ReactNode {
  const t = useTranslations('queue')
  return updates.map((update) => (
    <div key={update.id}>
      <p className="small secondary">
        {t('update')} · <Time iso={update.created_at} />
      </p>
      <p className="serif as-written" dir="auto">
        {update.content}
      </p>
    </div>
  ))
}
