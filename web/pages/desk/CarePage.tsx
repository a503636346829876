import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isModerator } from '../../../contract/roles.ts'
import { AppealsTab } from '../../features/care/reports/AppealsTab.tsx'
import { appealsQuery } from '../../features/care/reports/appeals.queries.ts'
import { AlertsTab } from '../../features/care/review/ReviewTabs.tsx'
import { RotaTab } from '../../features/care/review/RotaTab.tsx'
import { alertsQuery } from '../../features/care/review/queries.ts'
import { StaffMessages } from '../../features/care/moderations/StaffMessages.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { QueueTabs } from './QueueTabs.tsx'

function Queues() {
  const t = useTranslations('places')
  const { user } = useAuth()
  const { data: alerts } = useQuery(alertsQuery)
  const { data: appeals } = useQuery(appealsQuery)
  // Moderators answer all appeals at one place, the reports.
  const answersHere = user !== null && !isModerator(user.role)
  return (
    <QueueTabs
      title={t('care')}
      queues={[
        { name: 'danger', Content: AlertsTab, count: alerts?.filter(({ is_cleared }) => !is_cleared).length },
        ...(answersHere ? [{ name: 'appeals' as const, Content: AppealsTab, count: appeals?.length }] : []),
        { name: 'on_call', Content: RotaTab },
      ]}
    />
  )
}

/** People who may be in danger, and who looks after them. */
export default function CarePage() {
  return (
    <StaffMessages>
      <Queues />
    </StaffMessages>
  )
}
