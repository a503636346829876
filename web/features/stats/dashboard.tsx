import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Period, Stats } from '../../../contract/stats.ts'
import { q } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { CardSkeleton } from '../../ui/Skeleton.tsx'
import { AdminOnly } from '../sessions/AdminOnly.tsx'
import { Chart } from './Chart.tsx'

const MONTH_OR_DAY: Record<Period, Intl.DateTimeFormatOptions> = {
  '7d': { day: 'numeric', month: 'long', timeZone: 'UTC' },
  '30d': { day: 'numeric', month: 'long', timeZone: 'UTC' },
  '12m': { month: 'long', year: 'numeric', timeZone: 'UTC' },
}

function Tile({ label, value, more }: { label: string; value: number; more?: string }) {
  const number = new Intl.NumberFormat(useLocale())
  return (
    <div className="card tile">
      <dt>{label}</dt>
      <dd>{number.format(value)}</dd>
      {more !== undefined && <dd className="tile__more">{more}</dd>}
    </div>
  )
}

function Categories({ of }: { of: Stats['by_category'] }) {
  const t = useTranslations('admin')
  const number = new Intl.NumberFormat(useLocale())
  const shown = of.filter(({ count }) => count > 0).slice(0, 8)
  const most = Math.max(1, ...shown.map(({ count }) => count))
  return (
    <section className="card card--tight">
      <h2 className="card__title">{t('by_category')}</h2>
      {shown.length === 0 && <p className="muted">{t('nothing_counted')}</p>}
      <ul className="hbars">
        {shown.map(({ id, name, count }) => (
          <li key={id} className="hbar">
            <span>{name}</span>
            <meter className="hbar__meter" min={0} max={most} value={count} aria-hidden="true" />
            <span className="num">{number.format(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Task = 'reports_of_danger' | 'reports_open' | 'held' | 'awaiting_approval' | 'drafts'
const icons: Record<Task, IconName> = {
  reports_of_danger: 'care',
  reports_open: 'flag',
  held: 'clock',
  awaiting_approval: 'user',
  drafts: 'file',
}

function Attention({ of }: { of: Stats['attention'] }) {
  const t = useTranslations('admin')
  const tasks = (Object.keys(icons) as Task[]).filter((task) => of[task] > 0)
  return (
    <section className="card card--tight">
      <h2 className="card__title">{t('attention')}</h2>
      {tasks.length === 0 && <p className="muted">{t('attention_none')}</p>}
      {tasks.map((task) => (
        <div key={task} className="task">
          <Icon name={icons[task]} />
          <span className={task === 'reports_of_danger' ? 'strong' : undefined}>{t(task, { count: of[task] })}</span>
          {task === 'drafts' && (
            <Link className="btn btn--secondary" to="/admin/content?status=draft">
              {t('open')}
            </Link>
          )}
        </div>
      ))}
    </section>
  )
}

function Numbers({ stats }: { stats: Stats }) {
  const t = useTranslations('admin')
  const format = new Intl.DateTimeFormat(useLocale(), MONTH_OR_DAY[stats.period])
  const steps = (key: 'prayers' | 'prayed') =>
    stats.over_time.map((step) => ({ label: format.format(new Date(step.date)), value: step[key] }))
  return (
    <>
      <dl className="tiles">
        <Tile label={t('members')} value={stats.members} more={t('members_joined', { count: stats.members_joined })} />
        <Tile
          label={t('prayers')}
          value={stats.prayers}
          more={t('prayers_anonymous', { count: stats.prayers_anonymous })}
        />
        <Tile label={t('prayed')} value={stats.prayed} more={t('prayed_by', { count: stats.prayed_by })} />
        <Tile label={t('waiting')} value={stats.waiting} />
      </dl>
      <div className="charts">
        <Chart title={t('prayers_over_time')} kind="bars" steps={steps('prayers')} />
        <Chart title={t('prayed_over_time')} kind="line" steps={steps('prayed')} />
        <Categories of={stats.by_category} />
        <Attention of={stats.attention} />
      </div>
      <p className="small muted">{t('counted')}</p>
    </>
  )
}

function Dashboard() {
  const t = useTranslations('admin')
  const [period, setPeriod] = useState<Period>('30d')
  const { data, error, refetch } = useQuery({ ...q('stats.read', { period }, true), placeholderData: keepPreviousData })
  return (
    <>
      <Title>{t('dashboard')}</Title>
      <div className="page-head">
        <h1>{t('dashboard')}</h1>
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
      </div>
      {data && <Numbers stats={data} />}
      {!data && !error && <CardSkeleton />}
      {!data && error && (
        <Note kind="error" icon="error" title={t('failed')}>
          <button type="button" className="btn btn--secondary" onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </Note>
      )}
    </>
  )
}

export default function DashboardRoute() {
  return (
    <AdminOnly>
      <Dashboard />
    </AdminOnly>
  )
}
