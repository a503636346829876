import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Check, CheckName } from '../../../../contract/checks.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'
import { checksQuery, useOutcomeText } from '../checks/Checks.tsx'
import type { State } from './RoomRow.tsx'

/** Returns what checks found, the worst in one line, and how to run them anew. */
export function useChecks(...names: CheckName[]) {
  const t = useTranslations()
  const outcome = useOutcomeText()
  const ago = useTime()
  const { data, isError } = useQuery(checksQuery)
  const { run, isPending, failure } = useEndpointMutation({ invalidates: ['checks', 'alarms', 'desk'], waits: true })
  const checks = names.flatMap((name) => data?.find((check) => check.name === name) ?? [])

  function stateOf(check: Check): State {
    if (check.outcome === null || check.checked_at === null) return { look: 'untested', text: t('checks.never') }
    const found = check.outcome === 'handed_in' ? t('rooms.works') : outcome(check)
    return {
      look: check.is_well ? 'works' : 'broken',
      text: `${found} ${t('waits.checked', { ago: ago(check.checked_at) })}`,
    }
  }

  function sum(): State | null {
    if (isPending) return { look: 'working', text: t('checks.working') }
    if (isError) return { look: 'untested', text: t('admin.failed') }
    const worst =
      checks.find((check) => check.outcome !== null && !check.is_well) ??
      checks.find((check) => check.outcome === null) ??
      checks[0]
    return worst ? stateOf(worst) : null
  }

  async function tryAll(): Promise<void> {
    // One after the other, so that none slows another.
    for (const name of names) if ((await run('checks.run', { name })) === null) return
  }

  return { checks, stateOf, state: sum(), tryAll, isPending, failure }
}
