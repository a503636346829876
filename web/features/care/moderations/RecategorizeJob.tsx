import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { endpointQuery } from '../../../query.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import styles from './RecategorizeJob.module.css'

const progressQuery = endpointQuery('classifications.progress', {}, true)
const POLL_INTERVAL_MS = 2000

/** Shows the progress of the background job that reclassifies all requests, and can stop it. For administrators. */
export function RecategorizeJob() {
  const t = useTranslations('sorting')
  const { run, isPending: busy, note } = useStaffMutation()
  const { data } = useQuery({
    ...progressQuery,
    refetchInterval: ({ state }) => (state.data?.job?.status === 'running' ? POLL_INTERVAL_MS : false),
  })
  const job = data?.job
  const isRunning = job?.status === 'running'
  const start = () => run('classifications.recategorize_many', {}, { done: t('started') })
  const stop = () => run('classifications.cancel', {}, { done: t('stopped') })
  return (
    <Card as="section" tight className="stack" aria-labelledby="run">
      <CardTitle id="run">{t('all')}</CardTitle>
      <p className="secondary small">{t('all_text')}</p>
      {note}
      {job && isRunning && (
        <>
          <progress className={styles.progress} max={Math.max(1, job.total)} value={job.done} aria-labelledby="run" />
          <p className="small">{t('progress', { done: job.done, total: job.total })}</p>
        </>
      )}
      {job && !isRunning && (
        <p className="small secondary">
          {t(job.status === 'done' ? 'done' : 'cancelled', { done: job.done, changed: job.changed })}
        </p>
      )}
      <ButtonRow>
        <Button aria-disabled={busy || undefined} onClick={() => void (isRunning ? stop() : start())}>
          {t(isRunning ? 'stop' : 'start')}
        </Button>
      </ButtonRow>
    </Card>
  )
}
