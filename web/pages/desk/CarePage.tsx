import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isModerator } from '../../../contract/roles.ts'
import { AppealsTab } from '../../features/care/reports/AppealsTab.tsx'
import { CasesTab } from '../../features/care/cases/CasesTab.tsx'
import { casesQuery } from '../../features/care/cases/queries.ts'
import { RotaTab } from '../../features/care/review/RotaTab.tsx'
import { withStaffMessages } from '../../features/care/moderations/StaffMessages.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { deskTodayQuery } from '../../layout/AdminShell.tsx'
import { QueueTabs } from './QueueTabs.tsx'

function Queues() {
  const t = useTranslations('places')
  const { user } = useAuth()
  const { data: cases } = useQuery(casesQuery)
  const { data: today } = useQuery(deskTodayQuery)
  // Moderators answer all appeals at one place, the reports.
  const answersHere = user !== null && !isModerator(user.role)
  return (
    <QueueTabs
      title={t('care')}
      queues={[
        {
          name: 'danger',
          Content: CasesTab,
          count: cases?.items.filter(({ is_cleared, closed_at }) => !is_cleared && closed_at === null).length,
        },
        ...(answersHere ? [{ name: 'appeals' as const, Content: AppealsTab, count: today?.appeals.count }] : []),
        { name: 'on_call', Content: RotaTab },
      ]}
    />
  )
}

/** People who may be in danger, and who looks after them. */
export default withStaffMessages(Queues)
