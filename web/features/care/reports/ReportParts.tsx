import { useTranslations } from 'use-intl'
import type { Report, ReportStatus, ReportType } from '../../../../contract/reports.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'

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
export function reportExcerpt({ reported }: Report): string | null {
  if (reported === null) return null
  const characters = Array.from((reported.title ?? reported.content).replaceAll(/\s+/g, ' '))
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH).join('')}…` : characters.join('')
}
