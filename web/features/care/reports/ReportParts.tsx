import { useTranslations } from 'use-intl'
import type { Report, ReportStatus, ReportType } from '../../../../contract/reports.ts'
import type { BadgeTone } from '../../../ui/Badge.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { excerpt } from '../../../../contract/excerpt.ts'
import { Badge } from '../../../ui/Badge.tsx'
import tableStyles from '../../../ui/Table.module.css'

const icons: Record<ReportType, [icon: IconName, tone?: BadgeTone]> = {
  danger_to_self: ['care', 'error'],
  private_information: ['eye', 'warning'],
  harassment: ['users'],
  hate: ['users'],
  sexual: ['eyeoff'],
  spam_or_money: ['alert'],
  false_or_impersonation: ['veil'],
  illegal: ['alert'],
  miscategorized: ['tag'],
  other: ['info'],
}

/** True when one of the reports about an item says that somebody may be in danger. */
export const isOfDanger = ({ report_type, also }: Report): boolean =>
  [report_type, ...also.map((other) => other.report_type)].includes('danger_to_self')

export const isUndecided = ({ status }: Report): boolean => status === 'open' || status === 'in_review'

/** Says that others cannot see what is reported: until somebody has looked, or as it was decided. */
export function HiddenWords({ of }: { of: Report }) {
  const t = useTranslations('reported')
  const decided = useTranslations('decided')
  return <>{isUndecided(of) ? t('is_hidden') : decided('hidden')}</>
}

/** Shows the type of a report as a label with an icon. */
export function TypeBadge({ type }: { type: ReportType }) {
  const t = useTranslations('report')
  const [icon, tone] = icons[type]
  return (
    <Badge className={tableStyles.queueBadge} tone={tone}>
      <Icon name={icon} />
      {t(type)}
    </Badge>
  )
}

const tones: Record<ReportStatus, BadgeTone | undefined> = {
  open: 'warning',
  in_review: 'info',
  actioned: 'success',
  dismissed: undefined,
}
export function StatusBadge({ status }: { status: ReportStatus }) {
  const t = useTranslations('reported')
  return (
    <Badge className={tableStyles.queueBadge} tone={tones[status]}>
      {t(status)}
    </Badge>
  )
}

const EXCERPT_LENGTH = 110
/** Returns the beginning of the reported text, or null when the viewer may not read it any more. */
export const reportExcerpt = ({ reported }: Report): string | null =>
  reported && excerpt(reported.title ?? reported.content, EXCERPT_LENGTH)
