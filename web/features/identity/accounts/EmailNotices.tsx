import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { NotifyKind, Preferences } from '../../../../contract/preferences.ts'
import { rhythms, type Rhythm } from '../../../../contract/notifications.values.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { useZoneHere } from '../../../time.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'
import { ZoneOptions, zoneName } from '../../../ui/ZoneOptions.tsx'
import { HourOptions } from './HourOptions.tsx'
import { Part } from '../../../ui/Part.tsx'

type Change = Omit<Input<'preferences.write'>, 'id'>

const NO_HOUR = ''

/** Says what keeps the emails from arriving. */
function MailNote({ state, email, retry }: { state: Preferences['mail_state']; email: string; retry: () => void }) {
  const t = useTranslations('notice_emails')
  if (state === 'ready') return null
  if (state !== 'paused')
    return (
      <Note icon="info" title={t(state)}>
        {t(`${state}_text`)}
      </Note>
    )
  return (
    <>
      <Note kind="warning" icon="alert" title={t('paused')}>
        {t('paused_text', { email })}
      </Note>
      <p className="row">
        <Button onClick={retry}>{t('try_again')}</Button>
      </p>
    </>
  )
}

/**
 * Sets how often, and when, emails come about each kind of notice. A choice applies at once, and reverts when saving fails. Renders
 * nothing until the preferences are there: `NotifySection` above loads them.
 */
export function EmailNotices({ user_id, email }: { user_id: string; email: string }) {
  const t = useTranslations('notice_emails')
  const kinds = useTranslations('notify')
  const client = useQueryClient()
  const query = endpointQuery('preferences.read', { id: user_id }, true)
  const { data } = useQuery(query)
  const { run, failure } = useEndpointMutation({ overlaps: true })
  const zone_here = useZoneHere()
  if (!data) return null

  async function change(wanted: Change) {
    const { mail_paused, ...members } = wanted
    const set = (part: object): void =>
      void client.setQueryData(
        query.queryKey,
        (known) =>
          known && {
            ...known,
            ...part,
            notices: { ...known.notices, ...('notices' in part ? (part.notices as object) : {}) },
          },
      )
    const before = data
    const apply = () => {
      set({ ...members, ...(mail_paused === false && { mail_state: 'ready' }) })
      return () => set(before ?? {})
    }
    const optimistic = { queries: { queryKey: query.queryKey }, apply }
    await run('preferences.write', { id: user_id, ...wanted }, { optimistic })
  }

  const isSent = data.mail_state !== 'no_server'
  const zone = data.time_zone ?? data.site_time_zone
  /** Whoever chooses an hour means the clock in front of them, until they have chosen a time zone. */
  const changeHour = (wanted: Change): void =>
    void change({ ...wanted, ...(data.time_zone === null && { time_zone: zone_here ?? zone }) })
  return (
    <Part title={t('title')} as="h3">
      <Card className="stack">
        <MailNote state={data.mail_state} email={email} retry={() => void change({ mail_paused: false })} />
        <FailureNote title={kinds('failed')}>{failure}</FailureNote>
        {isSent && (
          <>
            <p className="secondary">{t('lead')}</p>
            {(Object.keys(data.notices) as NotifyKind[])
              .filter((kind) => data.notify[kind])
              .map((kind) => (
                <Labelled key={kind} label={kinds(kind)}>
                  <Select
                    value={data.notices[kind]}
                    onChange={({ target }) => void change({ notices: { [kind]: target.value as Rhythm } })}
                  >
                    {rhythms.map((rhythm) => (
                      <option key={rhythm} value={rhythm}>
                        {t(rhythm)}
                      </option>
                    ))}
                  </Select>
                </Labelled>
              ))}
            <Labelled label={t('hour')}>
              <Select
                value={data.notice_hour}
                onChange={({ target }) => changeHour({ notice_hour: Number(target.value) })}
              >
                <HourOptions />
              </Select>
            </Labelled>
            <Labelled label={t('zone')}>
              <Select value={zone} onChange={({ target }) => void change({ time_zone: target.value })}>
                <ZoneOptions chosen={zone} />
              </Select>
            </Labelled>
            {zone_here !== undefined && zone !== zone_here && (
              <p className="row">
                <Button onClick={() => void change({ time_zone: zone_here })}>
                  {t('use_device', { zone: zoneName(zone_here) })}
                </Button>
              </p>
            )}
            {(['quiet_from', 'quiet_to'] as const).map((end) => (
              <Labelled key={end} label={t(end)}>
                <Select
                  value={data[end] ?? NO_HOUR}
                  onChange={({ target }) =>
                    changeHour({ [end]: target.value === NO_HOUR ? null : Number(target.value) })
                  }
                >
                  <option value={NO_HOUR}>{t('quiet_none')}</option>
                  <HourOptions />
                </Select>
              </Labelled>
            ))}
          </>
        )}
      </Card>
    </Part>
  )
}
