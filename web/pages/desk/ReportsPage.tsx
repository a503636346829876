import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { isModerator } from '../../../contract/roles.ts'
import { AppealsTab } from '../../features/care/reports/AppealsTab.tsx'
import { ReportsTab } from '../../features/care/reports/ReportsTab.tsx'
import { reportsQuery } from '../../features/care/reports/queries.ts'
import { WaitingTab } from '../../features/care/review/ReviewTabs.tsx'
import { withStaffMessages } from '../../features/care/moderations/StaffMessages.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { deskTodayQuery } from '../../layout/AdminShell.tsx'
import { QueueTabs } from './QueueTabs.tsx'

const all = { status: undefined, report_type: undefined, page: 0 }

function Lists() {
  const t = useTranslations('places')
  const { data: today } = useQuery(deskTodayQuery)
  const { data: reports } = useQuery(reportsQuery(all))
  return (
    <QueueTabs
      title={t('reports')}
      queues={[
        { name: 'reports', Content: ReportsTab, count: reports && reports.counts.open + reports.counts.in_review },
        { name: 'waiting', Content: WaitingTab, count: today?.held?.count },
        { name: 'appeals', Content: AppealsTab, count: today?.appeals.count },
      ]}
    />
  )
}

const Queues = withStaffMessages(Lists)

/** Lists what members reported, what waits before others can read it, and what authors ask us to look at again. */
export default function ReportsPage() {
  const { user } = useAuth()
  const [search] = useSearchParams()
  const tab = search.get('tab')
  // Danger and the plan of those on call were here once; the care team had no other place.
  const isOfCare = tab === 'danger' || tab === 'on_call' || (user !== null && !isModerator(user.role))
  const navigate = useNavigate()
  useEffect(() => {
    if (isOfCare) void navigate(tab === null ? '/admin/care' : `/admin/care?tab=${tab}`, { replace: true })
  }, [isOfCare, navigate, tab])
  return isOfCare ? null : <Queues />
}
