import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { AlarmCard } from './AlarmCard.tsx'
import { HeldRequestCard } from './HeldRequestCard.tsx'
import { alertsQuery, rotaQuery, waitingQuery } from './queries.ts'

/** Lists the requests whose authors may be in danger. Comes before all other tabs. */
export function AlertsTab() {
  const t = useTranslations('alert')
  const query = useQuery({ ...alertsQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  const { data: rota } = useQuery(rotaQuery)
  const empty = rota?.sees_alerts === false ? 'not_yours' : 'empty'
  if (!data) return <QueryStatus query={query} />
  const [danger, cleared] = [data.filter((one) => !one.is_cleared), data.filter((one) => one.is_cleared)]
  return (
    <div className="stack">
      <AlarmCard />
      <p className="secondary">{t(danger.length === 0 ? empty : 'lead')}</p>
      {danger.map((alert) => (
        <HeldRequestCard key={alert.id} hold={alert} />
      ))}
      {cleared.length > 0 && (
        <section className="stack" aria-labelledby="cleared">
          <h2 id="cleared">{t('cleared')}</h2>
          <p className="secondary">{t('cleared_text')}</p>
          {cleared.map((alert) => (
            <HeldRequestCard key={alert.id} hold={alert} />
          ))}
        </section>
      )}
    </div>
  )
}

/** Lists the requests that wait for review before others can read them. */
export function WaitingTab() {
  const t = useTranslations('queue')
  const query = useQuery({ ...waitingQuery, refetchOnWindowFocus: 'always' })
  const { data } = query
  if (!data) return <QueryStatus query={query} />
  return (
    <div className="stack">
      <p className="secondary">{t(data.items.length === 0 ? 'empty' : 'lead')}</p>
      {data.items.map((request) => (
        <HeldRequestCard key={request.id} hold={{ ...request, is_reported: false, told_at: null }} />
      ))}
    </div>
  )
}
