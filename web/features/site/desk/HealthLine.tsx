import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { CheckName } from '../../../../contract/checks.ts'
import type { Health } from '../../../../contract/desk.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { AlarmCure } from '../../care/review/AlarmCure.tsx'
import { alarmStateQuery } from '../../care/review/queries.ts'
import styles from './Today.module.css'

/** Faults that follow their cause by themselves, or whose check would send or copy something. */
const notMeasured = new Set<string>(['alarm', 'mail', 'backup', 'no_mail', 'no_backup', 'old_backup', 'failed_jobs'])

/** Runs the check that failed once more, so that the line does not name what was mended since. */
function useMeasured(fault: NonNullable<Health['worst']>['fault'] | undefined): void {
  const measured = useRef(new Set<string>())
  const { run } = useEndpointMutation({ invalidates: ['desk', 'checks.list'], overlaps: true, isSilent: () => true })
  useEffect(() => {
    if (fault === undefined || notMeasured.has(fault) || measured.current.has(fault)) return
    measured.current.add(fault)
    void run('checks.run', { name: fault as CheckName })
  }, [fault, run])
}

/** The way to what an alarm lacks. */
function Cure() {
  const { data } = useQuery(alarmStateQuery)
  return data && <AlarmCure reach={data.reach} />
}

/** How the site does, in one line: the worst first. Says that everything works only when everything was tried. */
export function HealthLine({ of: { worst, others, is_checked, checks, checked_at } }: { of: Health }) {
  const t = useTranslations('waits')
  const check = useTranslations('checks')
  const settings = useTranslations('site_settings')
  const ago = useTime()
  useMeasured(worst?.fault)
  const faultOf = ({ fault, count, at }: NonNullable<Health['worst']>): string => {
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
  const rest = () => {
    if (others > 0) return t('others_look', { count: others })
    if (!is_checked) return t('unchecked')
    if (worst) return t('rest_works')
    return checked_at === null ? t('well') : `${t('well')} ${t('checked', { ago: ago(checked_at) })}`
  }
  const isWell = worst === null && is_checked
  return (
    <Card className={isWell ? styles.health : `${styles.health} ${styles.look}`}>
      <Icon name={isWell ? 'okcircle' : 'alert'} />
      <span>
        {worst && faultOf(worst)} {rest()}
      </span>
      <span className={styles.ways}>
        {worst?.fault === 'no_mail' && <Link to="/admin/settings#email">{settings('mail_set_up')}</Link>}
        {worst?.fault === 'address' && <Link to="/admin/settings/address">{t('look_at_address')}</Link>}
        {worst?.fault === 'alarm' && <Cure />}
        <Link to="/admin/check">{t('all_checks', { count: checks })}</Link>
      </span>
    </Card>
  )
}
