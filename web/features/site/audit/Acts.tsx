import { useLocale, useTranslations } from 'use-intl'
import type { AuditEntry } from '../../../../contract/audit.ts'
import { auditActions, type AuditKind, kindOfAct } from '../../../../contract/audit.values.ts'
import { localeOf } from '../../../../contract/languages.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Sentence } from './Sentence.tsx'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './Acts.module.css'

const icons: Record<AuditKind, IconName> = {
  people: 'user',
  requests: 'tag',
  reports: 'flag',
  care: 'care',
  place: 'file',
  settings: 'gear',
}

function Act({ of: act }: { of: AuditEntry }) {
  const t = useTranslations('acts')
  const time = new Intl.DateTimeFormat(localeOf(useLocale()), { hour: 'numeric', minute: '2-digit' })
  const action = auditActions.find((one) => one === act.action)
  const kind = action && kindOfAct(action)
  return (
    <li id={act.id} tabIndex={-1} className={styles.act}>
      <time dateTime={act.created_at}>{time.format(new Date(act.created_at))}</time>
      <Icon name={kind ? icons[kind] : 'info'} />
      <div>
        <p>
          <Sentence of={act} />
        </p>
        {act.reason !== null && (
          <p className={styles.why}>
            <span className="vh">{t('why_head')}: </span>
            <bdi>{act.reason}</bdi>
          </p>
        )}
        {kind === 'care' && act.subject === null && <p className={styles.why}>{t('care_hint')}</p>}
      </div>
    </li>
  )
}

function Days({ acts }: { acts: AuditEntry[] }) {
  const format = new Intl.DateTimeFormat(localeOf(useLocale()), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const days = new Map<string, AuditEntry[]>()
  for (const act of acts) {
    const day = format.format(new Date(act.created_at))
    days.set(day, [...(days.get(day) ?? []), act])
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={rowStyles.title}>{day}</h2>
      <Card as="ul" className={styles.acts}>
        {ofDay.map((act) => (
          <Act key={act.id} of={act} />
        ))}
      </Card>
    </section>
  ))
}

/** Shows what staff and the site did, in sentences, day by day, in the time zone of the reader. */
export const Acts = withMessages(Days, 'admin_record')
