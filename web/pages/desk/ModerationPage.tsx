import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { isModerator } from '../../../contract/roles.ts'
import { Title } from '../../site.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { AlertsTab, WaitingTab } from '../../features/care/review/ReviewTabs.tsx'
import { RotaTab } from '../../features/care/review/RotaTab.tsx'
import { alertsQuery, waitingQuery } from '../../features/care/review/queries.ts'
import { ReportsTab } from '../../features/care/reports/ReportsTab.tsx'
import { reportsQuery } from '../../features/care/reports/queries.ts'
import { AppealsTab } from '../../features/care/reports/AppealsTab.tsx'
import { appealsQuery } from '../../features/care/reports/appeals.queries.ts'
import { StaffMessages } from '../../features/care/moderations/StaffMessages.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import segmentedStyles from '../../ui/Segmented.module.css'

const tabs = { danger: AlertsTab, reports: ReportsTab, waiting: WaitingTab, appeals: AppealsTab, on_call: RotaTab }
type Tab = keyof typeof tabs
const moderatorTabs: Tab[] = ['reports', 'waiting']

/** Returns the number of waiting items of each queue; empty where it is not known. */
function useQueueCounts(moderates: boolean): Partial<Record<Tab, number>> {
  const alerts = useQuery(alertsQuery)
  const appeals = useQuery(appealsQuery)
  const waiting = useQuery({ ...waitingQuery, enabled: moderates })
  const all = { status: undefined, report_type: undefined, page: 0 }
  const reports = useQuery({ ...reportsQuery(all), enabled: moderates })
  return {
    danger: alerts.data?.length ?? 0,
    appeals: appeals.data?.length ?? 0,
    waiting: waiting.data?.items.length ?? 0,
    reports: (reports.data?.counts.open ?? 0) + (reports.data?.counts.in_review ?? 0),
  }
}

function ModerationQueues() {
  const t = useTranslations('staff')
  const { user } = useAuth()
  const [search] = useSearchParams()
  const moderates = user !== null && isModerator(user.role)
  const counts = useQueueCounts(moderates)
  const shown = (Object.keys(tabs) as Tab[]).filter((tab) => moderates || !moderatorTabs.includes(tab))
  const requestedTab = shown.find((tab) => tab === search.get('tab'))
  const currentTab = requestedTab ?? (moderates && counts.danger === 0 ? 'reports' : 'danger')
  const TabContent = tabs[currentTab]
  return (
    <>
      <Title>{t('title')}</Title>
      <PageHead title={t('title')} lead={t('lead')} />
      <nav className={segmentedStyles.segmented} aria-label={t('places')}>
        {shown.map((tab) => (
          <Link
            key={tab}
            to={`?tab=${tab}`}
            aria-current={tab === currentTab ? 'page' : undefined}
            replace
            preventScrollReset
          >
            {t(tab)}
            {(counts[tab] ?? 0) > 0 && (
              <Badge tone={tab === 'danger' ? 'error' : undefined}>{t('number', { count: counts[tab] ?? 0 })}</Badge>
            )}
          </Link>
        ))}
      </nav>
      <TabContent />
    </>
  )
}

export default function ModerationPage() {
  return (
    <StaffMessages>
      <ModerationQueues />
    </StaffMessages>
  )
}
