import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import type { Period, Stats } from '../../../../contract/stats.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useCategoryName } from '../../community/categories/useCategoryName.ts'
import { feedPath } from '../../community/prayers/queries.ts'
import { Chart, ChartCard } from './Chart.tsx'
import { ServerStatus } from './ServerStatus.tsx'
import { Card } from '../../../ui/Card.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import styles from './Dashboard.module.css'

/** The first days of steps are dates, in no time zone. */
const MONTH_OR_DAY: Record<Period, Intl.DateTimeFormatOptions> = {
  '7d': { day: 'numeric', month: 'long', timeZone: 'UTC' },
  '30d': { day: 'numeric', month: 'long', timeZone: 'UTC' },
  '12m': { month: 'long', year: 'numeric', timeZone: 'UTC' },
}

function Tile({ label, value, more }: { label: string; value: number; more?: ReactNode }) {
  const number = new Intl.NumberFormat(localeOf(useLocale()))
  return (
    <Card className={styles.tile}>
      <dt>{label}</dt>
      <dd>{number.format(value)}</dd>
      {more !== undefined && <dd className={styles.tileMore}>{more}</dd>}
    </Card>
  )
}

function Categories({ of }: { of: Stats['by_category'] }) {
  const t = useTranslations('admin')
  const number = new Intl.NumberFormat(localeOf(useLocale()))
  const nameOf = useCategoryName()
  const counted = of.filter(({ count }) => count > 0)
  const maximum = Math.max(1, ...counted.map(({ count }) => count))
  return (
    <ChartCard
      title={t('by_category')}
      what={t('by_category')}
      rows={counted.map((category) => ({ label: nameOf(category), value: category.count }))}
    >
      <ul className={styles.hbars}>
        {counted.map((category) => (
          <li key={category.id} className={styles.hbar}>
            <span>{nameOf(category)}</span>
            <meter className={styles.hbarMeter} min={0} max={maximum} value={category.count} aria-hidden="true" />
            <span className="num">{number.format(category.count)}</span>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

function Numbers({ stats }: { stats: Stats }) {
  const t = useTranslations('admin')
  const desk = useTranslations('desk')
  const format = new Intl.DateTimeFormat(localeOf(useLocale()), MONTH_OR_DAY[stats.period])
  const steps = (key: 'prayers' | 'prayed') =>
    stats.over_time.map((step) => ({ label: format.format(new Date(step.date)), value: step[key] }))
  return (
    <>
      <dl className={styles.tiles}>
        <Tile label={t('members')} value={stats.members} more={t('members_joined', { count: stats.members_joined })} />
        <Tile
          label={t('requests')}
          value={stats.prayers}
          more={t('prayers_anonymous', { count: stats.prayers_anonymous })}
        />
        <Tile label={t('prayed')} value={stats.prayed} more={t('prayed_by', { count: stats.prayed_by })} />
        <Tile
          label={t('waiting')}
          value={stats.waiting}
          more={stats.waiting > 0 ? <Link to={feedPath({ view: 'waiting' })}>{desk('show_waiting')}</Link> : undefined}
        />
      </dl>
      <div className={styles.charts}>
        <Chart title={t('prayers_over_time')} kind="bars" steps={steps('prayers')} />
        <Chart title={t('prayed_over_time')} kind="line" steps={steps('prayed')} />
        <Categories of={stats.by_category} />
      </div>
      <p className="small muted">{t('counted')}</p>
    </>
  )
}

/** The first and the last step, as the charts name them. */
function formatSpan({ period, over_time }: Stats, locale: string): string {
  const [first, last] = [over_time[0], over_time.at(-1)].map((step) => new Date(step?.date ?? 0))
  return new Intl.DateTimeFormat(locale, MONTH_OR_DAY[period]).formatRange(first ?? 0, last ?? 0)
}

/** Shows the site's statistics and the state of the server. */
export default function Dashboard() {
  const t = useTranslations('admin')
  const places = useTranslations('places')
  const [period, setPeriod] = useState<Period>('30d')
  const query = useQuery({ ...endpointQuery('stats.read', { period }, true), placeholderData: keepPreviousData })
  const { data } = query
  const locale = localeOf(useLocale())
  return (
    <>
      <Title>{t('dashboard')}</Title>
      <BackLink to="/admin">{places('today')}</BackLink>
      <PageHead title={t('dashboard')} lead={data && formatSpan(data, locale)}>
        <Segmented
          label={t('period')}
          value={period}
          onChange={(value) => setPeriod(value as Period)}
          options={[
            ['7d', t('7d')],
            ['30d', t('30d')],
            ['12m', t('12m')],
          ]}
        />
      </PageHead>
      {data && <Numbers stats={data} />}
      {!data && <QueryStatus query={query} />}
      <ServerStatus />
    </>
  )
}
