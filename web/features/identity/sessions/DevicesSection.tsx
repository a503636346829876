import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Device } from '../../../../contract/devices.ts'
import { call } from '../../../api.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { devicesQuery } from './queries.ts'
import { useTime } from '../../../time.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useAuth } from './auth.tsx'
import { useDraftsQuestion } from './useDraftsQuestion.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CardSection } from '../../../ui/CardSection.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { ListRow } from '../../../ui/ListRow.tsx'

function Row({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const t = useTranslations('devices')
  const format = useTime()
  const name = device.device === '' ? t('unknown') : device.device
  return (
    <ListRow>
      <div>
        <span className="strong">
          <bdi>{name}</bdi>
        </span>{' '}
        {device.is_current && <Badge tone="success">{t('this')}</Badge>}
        {device.origin !== null && (
          <Badge tone="warning">
            <bdi>{t('from', { site: new URL(device.origin).host })}</bdi>
          </Badge>
        )}
        <div className="row row--tight xs muted">
          <span suppressHydrationWarning>{t('seen', { when: format(device.last_seen_at) })}</span>
          <span suppressHydrationWarning>{t('since', { when: format(device.created_at) })}</span>
        </div>
      </div>
      {!device.is_current && (
        <Button size="small" aria-label={t('end_one', { device: name })} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </ListRow>
  )
}

/** Lists the reader's sessions, and ends one, all others, or all. */
export function DevicesSection() {
  const t = useTranslations('devices')
  const { signOut } = useAuth()
  const query = useQuery(devicesQuery)
  const { data } = query
  const one = useEndpointMutation({ invalidates: ['devices'], overlaps: true })
  const all = useEndpointMutation({ invalidates: ['devices'] })

  // A session that is already revoked or expired is the result that was wanted.
  const endOne = (id: string) => one.perform(() => doneIfGone(call('devices.end', { id })), { done: t('ended') })
  const endOthers = () => all.run('devices.end_all', {}, { done: ({ ended }) => t('ended_others', { count: ended }) })
  const endAll = (keeps_drafts: boolean) =>
    all.perform(async () => {
      const ended = await call('devices.end_all', { including_this: true })
      if (!ended.error) await signOut(keeps_drafts)
      return ended
    })
  const { ask, dialog } = useDraftsQuestion((keeps_drafts) => void endAll(keeps_drafts))

  return (
    <CardSection title={t('title')} lead={t('lead')}>
      <FailureNote title={t('not_ended')}>{one.failure ?? all.failure}</FailureNote>
      {data ? (
        <>
          <ul>
            {data.map((device) => (
              <Row key={device.id} device={device} onEnd={() => void endOne(device.id)} />
            ))}
          </ul>
          <ButtonRow>
            {data.length > 1 && (
              <Button ref={keepFocus} onClick={() => void endOthers()}>
                {t('end_others')}
              </Button>
            )}
            <Button onClick={ask}>{t('end_all')}</Button>
          </ButtonRow>
          {dialog}
        </>
      ) : (
        <Loading label={t('loading')} failed={t('failed')} query={query} />
      )}
    </CardSection>
  )
}
