import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call, type Failure } from '../../api.ts'
import { sentenceOf } from '../../messages.ts'
import { toast } from '../../ui/Toast.tsx'

const STAFF = /^(reports|holds|appeals|moderations|classifications|categories|prayers)\./
const isOfStaff = ({ queryKey: [name] }: { queryKey: readonly unknown[] }): boolean => STAFF.test(String(name))

type Done = { error: Failure | null; decision_ids?: (string | null | undefined)[] }

/** Does one thing at a time at the desk: says what was done, with a way to take it back, or why it was not done. */
export function useStaffAct() {
  const t = useTranslations('staff')
  const locale = useLocale()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const again = () => client.invalidateQueries({ predicate: isOfStaff })

  async function undo(ids: string[]) {
    const { error } = await call('decisions.undo', { ids })
    toast(error ? `${t('not_done')} ${await sentenceOf(error, locale)}` : t('undone'))
    await again()
  }

  async function act(run: () => Promise<Done>, said: string): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setProblem(null)
    const { error, decision_ids = [] } = await run()
    setBusy(false)
    const ids = decision_ids.filter((id) => typeof id === 'string')
    if (error) setProblem(await sentenceOf(error, locale))
    else toast(said, ids.length > 0 ? { label: t('undo'), act: () => void undo(ids) } : undefined)
    await again()
    return error === null
  }

  return { busy, problem, setProblem, act, undo }
}
