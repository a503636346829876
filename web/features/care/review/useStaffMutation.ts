import { useTranslations } from 'use-intl'
import type { About } from '../../../query.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import type { ToastAction } from '../../../ui/Toast.tsx'

/** What the desk shows, and staff change. */
const STAFF_QUERIES: About[] = [
  'reports',
  'review',
  'appeals',
  'moderations',
  'classifications',
  'categories',
  'prayers',
]

/** A mutation at the desk: the lists of the desk are fresh when it is done. */
export const useStaffMutation = () => useEndpointMutation({ invalidates: STAFF_QUERIES, waits: true })

/** Takes decisions back: at once, or by the button of a toast. */
export function useUndoDecisions() {
  const t = useTranslations('staff')
  const { run, isPending } = useEndpointMutation({
    invalidates: STAFF_QUERIES,
    waits: true,
    failureToast: (reason) => `${t('not_done')} ${reason}`,
  })
  const undo = (ids: string[]) => run('decisions.undo', { ids }, { done: t('undone') })
  const offerUndo = (decision_ids: (string | null | undefined)[]): ToastAction | undefined => {
    const ids = decision_ids.filter((id) => typeof id === 'string')
    return ids.length > 0 ? { label: t('undo'), onClick: () => void undo(ids) } : undefined
  }
  return { undo, offerUndo, isPending }
}
