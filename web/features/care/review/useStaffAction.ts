import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call, type Failure } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { toast } from '../../../ui/Toast.tsx'

const STAFF_QUERIES = /^(reports|holds|appeals|moderations|classifications|categories|prayers)\./
const isStaffQuery = ({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean =>
  STAFF_QUERIES.test(String(name))

type ActionResult = { error: Failure | null; decision_ids?: (string | null | undefined)[] }

/** Does one thing at a time at the desk: says what was done, with a way to take it back, or why it was not done. */
export function useStaffAction() {
  const t = useTranslations('staff')
  const locale = useLocale()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = () => client.invalidateQueries({ predicate: isStaffQuery })

  async function undo(ids: string[]) {
    const { error } = await call('decisions.undo', { ids })
    toast(error ? `${t('not_done')} ${await getErrorMessage(error, locale)}` : t('undone'))
    await refresh()
  }

  async function act(run: () => Promise<ActionResult>, doneMessage: string): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setProblem(null)
    const { error, decision_ids = [] } = await run()
    setBusy(false)
    const ids = decision_ids.filter((id) => typeof id === 'string')
    if (error) setProblem(await getErrorMessage(error, locale))
    else toast(doneMessage, ids.length > 0 ? { label: t('undo'), onClick: () => void undo(ids) } : undefined)
    await refresh()
    return error === null
  }

  return { busy, problem, setProblem, act, undo }
}
