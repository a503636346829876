import { useTranslations } from 'use-intl'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import type { About } from '../../../query.ts'
import { type MutationOptions, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import type { ToastAction } from '../../../ui/Toast.tsx'

/** Queries that the staff pages, and the numbers beside their places, show and that staff actions change. */
const STAFF_QUERIES: About[] = [
  'desk',
  'reports',
  'review',
  'cases',
  'alarms',
  'appeals',
  'moderations',
  'classifications',
  'categories',
  'prayers',
]

/** Returns a mutation for staff pages that waits until the lists of these pages are refetched. `note` says why the last one failed. */
export function useStaffMutation(options?: MutationOptions) {
  const t = useTranslations('staff')
  const mutation = useEndpointMutation({ invalidates: STAFF_QUERIES, waits: true, ...options })
  return { ...mutation, note: <FailureNote title={t('not_done')}>{mutation.failure}</FailureNote> }
}

/** Reverts decisions, at once or by the button of a toast. */
export function useUndoDecisions() {
  const t = useTranslations('staff')
  const act = useTranslations('act')
  const { run, isPending } = useEndpointMutation({
    invalidates: STAFF_QUERIES,
    waits: true,
    failureToast: (reason) => `${t('not_done')} ${reason}`,
  })
  const undo = (ids: string[]) => run('decisions.undo', { ids }, { done: t('undone') })
  const offerUndo = (decision_ids: (string | null | undefined)[]): ToastAction | undefined => {
    const ids = decision_ids.filter((id) => typeof id === 'string')
    return ids.length > 0 ? { label: act('undo'), onClick: () => void undo(ids) } : undefined
  }
  return { undo, offerUndo, isPending }
}
