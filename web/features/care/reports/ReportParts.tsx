import { useTranslations } from 'use-intl'
import type { Report, ReportStatus, ReportType } from '../../../../contract/reports.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { truncate } from '../../../ui/truncate.ts'

const icons: Record<ReportType, [icon: IconName, badge: string]> = {
  danger_to_self: ['care', 'badge badge--error'],
  private_information: ['eye', 'badge badge--warning'],
  harassment: ['users', 'badge'],
  hate: ['users', 'badge'],
  sexual: ['eyeoff', 'badge'],
  spam_or_money: ['alert', 'badge'],
  false_or_impersonation: ['veil', 'badge'],
  illegal: ['alert', 'badge'],
  miscategorized: ['tag', 'badge'],
  other: ['info', 'badge'],
}

/** What a report is about, by word and sign. */
export function TypeBadge({ type }: { type: ReportType }) {
  const t = useTranslations('report')
  const [icon, badge] = icons[type]
  return (
    <span className={badge}>
      <Icon name={icon} />
      {t(type)}
    </span>
  )
}

const badges: Record<ReportStatus, string> = {
  open: 'badge badge--warning',
  in_review: 'badge badge--info',
  actioned: 'badge badge--success',
  dismissed: 'badge',
}
export function StatusBadge({ status }: { status: ReportStatus }) {
  const t = useTranslations('reported')
  return <span className={badges[status]}>{t(status)}</span>
}

const EXCERPT_LENGTH = 110
/** How the reported words begin; nothing when they may not be read any more. */
export const reportExcerpt = ({ reported }: Report): string | null =>
  reported && truncate(reported.title ?? reported.content, EXCERPT_LENGTH)
