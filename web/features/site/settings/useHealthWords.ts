import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { CheckName } from '../../../../contract/checks.ts'
import type { Health } from '../../../../contract/desk.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'

type Worst = NonNullable<Health['worst']>

/** Faults that follow their cause by themselves, or whose check would send or copy something. */
const notMeasured = new Set<string>([
  'alarm',
  'mail',
  'backup',
  'backup_copy',
  'no_mail',
  'no_backup',
  'old_backup',
  'failed_jobs',
])

/** Runs the check that failed once more, so that nothing names what was mended since. */
function useMeasured(fault: Worst['fault'] | undefined): void {
  const measured = useRef(new Set<string>())
  const { run } = useEndpointMutation({ invalidates: ['desk', 'checks.list'], overlaps: true, isSilent: () => true })
  useEffect(() => {
    if (fault === undefined || notMeasured.has(fault) || measured.current.has(fault)) return
    measured.current.add(fault)
    void run('checks.run', { name: fault as CheckName })
  }, [fault, run])
}

/** Says what is worst, and how the rest does. That everything works it says only when everything was tried. */
export function useHealthWords(health: Health | null): { worst: string | null; rest: string } {
  const t = useTranslations('waits')
  const check = useTranslations('checks')
  const ago = useTime()
  useMeasured(health?.worst?.fault)
  if (health === null) return { worst: null, rest: '' }
  const { worst, others, is_checked, checked_at } = health
  const faultOf = ({ fault, count, at }: Worst): string => {
    const values = { count, ago: at === null ? '' : ago(at) }
    if (
      fault === 'no_backup' ||
      fault === 'old_backup' ||
      fault === 'failed_jobs' ||
      fault === 'no_mail' ||
      fault === 'address'
    )
      return t(`fault_${fault}`, values)
    return t('fault_check', { ...values, name: check(`name_${fault}`) })
  }
  const restOf = (): string => {
    if (others > 0) return t('others_look', { count: others })
    if (!is_checked) return t('unchecked')
    if (worst) return t('rest_works')
    return checked_at === null ? t('well') : `${t('well')} ${t('checked', { ago: ago(checked_at) })}`
  }
  return { worst: worst && faultOf(worst), rest: restOf() }
}
