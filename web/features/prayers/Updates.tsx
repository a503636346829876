import { useTranslations } from 'use-intl'
import type { Prayer, PrayerUpdate } from '../../../contract/prayers.ts'
import { Time, useTime } from '../../time.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface Props {
  prayer: Prayer
  /** Newest first or last: the timeline sorts. */
  updates: PrayerUpdate[]
}

/** How a request was answered, in its author's words if there are any. */
export function AnsweredPanel({ prayer: { status, answered_at }, updates }: Props) {
  const t = useTranslations('page')
  const format = useTime()
  if (status !== 'answered' || answered_at === null) return null
  const testimony = updates.find((update) => update.status === 'answered')
  return (
    <section className="answered">
      <h2 className="answered__head">
        <Icon name="sunrise" />
        {t('answered_on', { date: format(answered_at, true) })}
      </h2>
      {testimony && (
        <p className="serif" dir="auto" lang={testimony.language ?? undefined}>
          {testimony.content}
        </p>
      )}
    </section>
  )
}

/** What became of a request, newest first, down to the day it was shared. */
export function Updates({ prayer, updates }: Props) {
  const t = useTranslations()
  if (updates.length === 0 && prayer.answered_at === null) return null
  const entries = updates.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const told = entries.some(({ status }) => status === 'answered')
  return (
    <section className="updates">
      <h2>{t('page.updates_title')}</h2>
      <ol className="timeline">
        {prayer.answered_at !== null && !told && (
          <li className="is-answered">
            <span className="strong">{t('status.answered')}</span> <Time iso={prayer.answered_at} long />
          </li>
        )}
        {entries.map(({ id, content, status, language, created_at }) => (
          <li key={id} className={status === 'answered' ? 'is-answered' : undefined}>
            <span className="strong">
              {status === null || status === 'open' ? t('page.update') : t(`status.${status}`)}
            </span>{' '}
            <Time iso={created_at} long />
            {status !== 'answered' && (
              <p dir="auto" lang={language ?? undefined}>
                {content}
              </p>
            )}
          </li>
        ))}
        <li className="is-start">
          <span className="strong">{t('page.shared')}</span> <Time iso={prayer.created_at} long />
        </li>
      </ol>
    </section>
  )
}
