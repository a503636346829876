import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Check, CheckName } from '../../../../contract/checks.ts'
import { call } from '../../../api.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { roomOfFault, roomPath } from '../../../layout/rooms.ts'
import { invalidate } from '../../../invalidate.ts'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ServerStatus, serverQuery } from '../stats/ServerStatus.tsx'
import { useByteFormat } from '../stats/useByteFormat.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './Checks.module.css'

export const checksQuery = endpointQuery('checks.list', {}, true)
type RunState = Partial<Record<CheckName, { working?: boolean; failure?: string }>>

/** Returns the result of a check in the reader's language. */
export function useOutcomeText(): (check: Check) => string {
  const t = useTranslations('checks')
  const bytes = useByteFormat()
  return ({ outcome, detail }) => {
    if (outcome === null) return t('never')
    const { free, size, ...values } = detail
    return t(`outcome_${outcome}`, {
      ...values,
      ...(typeof free === 'number' && { free: bytes(free) }),
      ...(typeof size === 'number' && { size: bytes(size) }),
    })
  }
}

interface RowProps {
  check: Check
  state: RunState[CheckName]
  onRun: () => void
}

function Row({ check, state, onRun }: RowProps) {
  const t = useTranslations('checks')
  const rooms = useTranslations('rooms')
  const outcome = useOutcomeText()
  const { name, is_well, ms, checked_at, succeeded_at } = check
  const isTried = check.outcome !== null
  const isBad = state?.failure !== undefined || (isTried && !is_well)
  const room = isBad ? roomOfFault(name) : undefined
  return (
    <li className={styles.promise}>
      <span className={isBad ? `${styles.promiseMark} ${styles.bad}` : styles.promiseMark}>
        {state?.working ? <Spinner /> : <Icon name={isBad ? 'alert' : isTried ? 'okcircle' : 'clock'} />}
      </span>
      <div>
        <h2 className="strong">{t(`name_${name}`)}</h2>
        <p className="small secondary">{t(`text_${name}`)}</p>
        <p className={isBad ? fieldStyles.error : undefined}>
          {state?.working ? t('working') : (state?.failure ?? outcome(check))}
        </p>
        {room && <Link to={roomPath(room)}>{rooms(room)}</Link>}
        <p className="small muted">
          {ms !== null && <span>{t('took', { ms })}</span>}
          {checked_at !== null && checked_at !== succeeded_at && (
            <span>
              {' · '}
              {t('checked')} <Time iso={checked_at} />
            </span>
          )}
          {isTried && (
            <span>
              {' · '}
              {succeeded_at === null ? t('never_succeeded') : t('succeeded')}{' '}
              {succeeded_at !== null && <Time iso={succeeded_at} />}
            </span>
          )}
        </p>
      </div>
      <Button
        size="small"
        aria-label={t(name === 'mail' ? 'send_mail' : 'again_one', { name: t(`name_${name}`) })}
        aria-disabled={state?.working || undefined}
        onClick={onRun}
      >
        {t(name === 'mail' ? 'send_mail' : 'again')}
      </Button>
    </li>
  )
}

/** How many failed. That everything works is not said beside mail that is not set up. */
function Sum({ bad, hasMail }: { bad: number; hasMail: boolean }) {
  const t = useTranslations()
  if (bad > 0 || hasMail) return t('checks.sum', { count: bad })
  return `${t('waits.fault_no_mail')} ${t('waits.rest_works')}`
}

/** Runs all self-checks when the page opens, except the test mail, which needs a press. */
export default function Checks() {
  const t = useTranslations('checks')
  const desk = useTranslations('desk')
  const locale = useLocale()
  const client = useQueryClient()
  const list = useQuery(checksQuery)
  const [states, setStates] = useState<RunState>({})
  const begun = useRef(false)
  const { data } = list

  const run = useCallback(
    async (names: CheckName[]) => {
      setStates((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, { working: true }])) }))
      // Runs one after the other, so that each duration is measured alone.
      for (const name of names) {
        const { data: check, error } = await call('checks.run', { name })
        const failure = error ? await getErrorMessage(error, locale) : undefined
        setStates((before) => ({ ...before, [name]: failure === undefined ? {} : { failure } }))
        if (check) {
          client.setQueryData<Check[]>(checksQuery.queryKey, (before) =>
            before?.map((one) => (one.name === name ? check : one)),
          )
        }
      }
      void invalidate(client, 'checks.server', 'desk')
    },
    [client, locale],
  )
  const all = data?.map(({ name }) => name).filter((name) => name !== 'mail')
  useEffect(() => {
    if (!all || begun.current) return
    begun.current = true
    void run(all)
  }, [all, run])
  const isWorking = Object.values(states).some((state) => state.working)
  const { data: server } = useQuery(serverQuery)
  const bad = data?.filter(({ outcome, is_well }) => outcome !== null && !is_well).length ?? 0
  return (
    <>
      <Title>{t('title')}</Title>
      <BackLink to={roomPath()}>{desk('settings')}</BackLink>
      <PageHead title={t('title')} lead={t('lead')}>
        <Button
          busy={isWorking}
          variant="primary"
          aria-disabled={isWorking || !all || undefined}
          onClick={() => {
            if (all && !isWorking) void run(all)
          }}
        >
          {t('all')}
        </Button>
      </PageHead>
      {data && (
        <FormMessages area="admin_today">
          <output className="strong">
            {isWorking ? t('working') : <Sum bad={bad} hasMail={server?.mail !== 'folder'} />}
          </output>
        </FormMessages>
      )}
      {data && (
        <Card as="ul">
          {data.map((check) => (
            <Row
              key={check.name}
              check={check}
              state={states[check.name]}
              onRun={() => {
                if (!isWorking) void run([check.name])
              }}
            />
          ))}
        </Card>
      )}
      {!data && <QueryStatus query={list} />}
      <ServerStatus />
    </>
  )
}
