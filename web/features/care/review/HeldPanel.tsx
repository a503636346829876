import { useQuery } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { AlertKind, Prayer } from '../../../../contract/prayers.ts'
import { alertKinds } from '../../../../contract/prayers.values.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { endpointQuery } from '../../../query.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { CountryLines } from '../care/CountryLines.tsx'
import { ownCountry } from '../care/ownCountry.ts'
import { Card } from '../../../ui/Card.tsx'
import { noopSubscribe } from '../../../ui/noopSubscribe.ts'
import noteStyles from '../../../ui/Note.module.css'
import heldStyles from './Held.module.css'

/** Links to the decision once there is one; there the author can read it and appeal. */
function DecisionLink({ id }: { id: string }) {
  const t = useTranslations('care')
  const { data } = useQuery(endpointQuery('decisions.own', {}, true))
  const decision = data?.find((one) => one.prayer_request_id === id)
  if (!decision) return null
  return (
    <p>
      <Link to={`/decisions#${decision.id}`}>{t('to_decision')}</Link>
    </p>
  )
}

/** How often the author’s page asks whether somebody was told. Milliseconds. */
const ASK_AGAIN_MS = 15_000

/** Says that the care team was told only once somebody was; until then, who can listen now. */
function Told({ id }: { id: string }) {
  const t = useTranslations('care')
  const { data } = useQuery({
    ...endpointQuery('alarms.own', { id }, true),
    refetchInterval: ({ state }) => (state.data?.is_told === true ? false : ASK_AGAIN_MS),
  })
  if (!data) return null
  return <output className="small secondary">{t(data.is_told ? 'told' : 'not_told')}</output>
}

/** The numbers of the author's country, and the way to the page of help, which has those of all countries. */
function Help({ kind }: { kind: AlertKind }) {
  const t = useTranslations('crisis')
  const country = useSyncExternalStore(noopSubscribe, ownCountry, () => '')
  const { data, isError } = useQuery({ ...endpointQuery('helplines.list', {}), staleTime: Infinity })
  if (isError) return <p>{t('not_loaded')}</p>
  if (!data) return null
  return (
    <div className={heldStyles.help}>
      <CountryLines lines={data.items.filter((line) => line.country === country)} kind={kind} />
      <Link to="/help-now">{t('more')}</Link>
    </div>
  )
}

function Panel({ prayer: { id, held_reason, alert, visibility } }: { prayer: Prayer }) {
  const t = useTranslations('care')
  const kind = alertKinds.find((one) => one === alert) ?? 'self_harm'
  if (held_reason === null) return null
  if (held_reason !== 'crisis') {
    return (
      <section className={`${noteStyles.note} ${heldStyles.held}`} aria-labelledby="held">
        <Icon name="clock" />
        <div>
          <b className="strong" id="held">
            {t('held')}
          </b>{' '}
          <span className="secondary">{t(`reason_${held_reason}`)}</span>
          <DecisionLink id={id} />
        </div>
      </section>
    )
  }
  return (
    <Card as="section" className={heldStyles.crisis} aria-labelledby="crisis">
      <h2 id="crisis">
        <Icon name="care" />
        {t('title')}
      </h2>
      <p>{t(kind)}</p>
      <Help kind={kind} />
      <p className="secondary">{t(visibility === 'private' ? 'kept_private' : 'kept')}</p>
      {visibility !== 'private' && <Told id={id} />}
      <DecisionLink id={id} />
    </Card>
  )
}

/** Explains to the author why their request is held and, in case of danger, where to find help. */
export default function HeldPanel({ prayer }: { prayer: Prayer }) {
  return (
    <Suspense>
      <FormMessages area="care">
        <Panel prayer={prayer} />
      </FormMessages>
    </Suspense>
  )
}
