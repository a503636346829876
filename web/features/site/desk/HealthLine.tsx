import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Health } from '../../../../contract/desk.ts'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { AlarmCure } from '../../care/review/AlarmCure.tsx'
import { alarmStateQuery } from '../../care/review/queries.ts'
import { FaultLink } from '../settings/FaultLink.tsx'
import { roomOfFault } from '../../../layout/rooms.ts'
import { useHealthWords } from '../settings/useHealthWords.ts'
import styles from './DeskToday.module.css'

/** The way to what an alarm lacks. */
function Cure() {
  const { data } = useQuery(alarmStateQuery)
  return data && <AlarmCure reach={data.reach} />
}

/** How the site does, in one line: the worst first. */
export function HealthLine({ of: health }: { of: Health }) {
  const t = useTranslations('waits')
  const words = useHealthWords(health)
  const { worst, is_checked, checks } = health
  const isWell = worst === null && is_checked
  return (
    <Card className={isWell ? styles.health : `${styles.health} ${styles.look}`}>
      <Icon name={isWell ? 'okcircle' : 'alert'} />
      <span>
        {words.worst} {words.rest}
      </span>
      <span className={styles.ways}>
        {worst?.fault === 'alarm' && <Cure />}
        {worst && worst.fault !== 'alarm' && roomOfFault(worst.fault) && <FaultLink fault={worst.fault} />}
        <Link to="/admin/check">{t('all_checks', { count: checks })}</Link>
      </span>
    </Card>
  )
}
