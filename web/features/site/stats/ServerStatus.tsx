import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useByteFormat } from './useByteFormat.ts'
import { CardSection } from '../../../ui/CardSection.tsx'
import styles from './ServerStatus.module.css'

export const serverQuery = endpointQuery('checks.server', {}, true)

export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Shows the environment of the site, and if any part of it has a backlog. */
export function ServerStatus() {
  const t = useTranslations('checks')
  const number = new Intl.NumberFormat(localeOf(useLocale()))
  const bytes = useByteFormat()
  const query = useQuery({ ...serverQuery, refetchInterval: 30_000 })
  const { data } = query
  const facts = data && [
    { label: t('version'), value: data.version, is_well: true },
    {
      label: t('database'),
      value: t('database_is', {
        engine: `${engineNames[data.engine]} ${data.engine_version}`,
        size: bytes(data.database_bytes),
      }),
      is_well: true,
    },
    { label: t('jobs_waiting'), value: number.format(data.jobs_waiting), is_well: true },
    { label: t('jobs_failed'), value: number.format(data.jobs_failed), is_well: data.jobs_failed === 0 },
    {
      label: t('last_job'),
      value: data.last_job_at === null ? t('never') : <Time iso={data.last_job_at} />,
      is_well: !data.is_quiet,
    },
    { label: t('name_mail'), value: t(`mail_${data.mail}`), is_well: data.mail === 'server' },
  ]
  return (
    <CardSection title={t('server')} tight className="">
      {!data && <QueryStatus query={query} />}
      {facts && (
        <dl className={styles.facts}>
          {facts.map(({ label, value, is_well }) => (
            <div key={label} className={is_well ? undefined : styles.factsBad}>
              <dt>
                <Icon name={is_well ? 'okcircle' : 'alert'} />
                {label}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </CardSection>
  )
}
