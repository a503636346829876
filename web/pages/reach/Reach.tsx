import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isStaff } from '../../../contract/roles.ts'
import type { NotifyKind, Preferences } from '../../../contract/preferences.ts'
import { DEFAULT_RHYTHMS, type Rhythm, notifyKinds, rhythms } from '../../../contract/notifications.values.ts'
import type { Input } from '../../../contract/schemas.ts'
import type { Me } from '../../../contract/users.ts'
import { CalendarFeed } from '../../features/community/calendar-feeds/CalendarFeed.tsx'
import { HourOptions } from '../../features/identity/accounts/HourOptions.tsx'
import { preferencesQuery } from '../../features/identity/accounts/queries.ts'
import { RefusedAddressNote } from '../../features/identity/accounts/RefusedAddressNote.tsx'
import PushDevices from '../../features/identity/push-devices/PushDevices.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { changeOfPart } from '../../layout/optimistic.ts'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { useZoneHere } from '../../ui/useZoneHere.ts'
import { Button } from '../../ui/Button.tsx'
import { Labelled } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { Options, Select } from '../../ui/Select.tsx'
import { ZoneOptions, zoneName } from '../../ui/ZoneOptions.tsx'
import { keepFocus } from '../../ui/keepFocus.ts'
import { Pause } from './Pause.tsx'
import styles from './Reach.module.css'

type Change = Omit<Input<'preferences.write'>, 'id'>
/** A rhythm, or `none` for a kind that does not even come under News. */
type Choice = Rhythm | 'none'

const NO_HOUR = ''

/** Says what keeps the emails from arriving. */
function MailNote({ state, email, retry }: { state: Preferences['mail_state']; email: string; retry: () => void }) {
  const t = useTranslations('notice_emails')
  const reach = useTranslations('reach')
  if (state === 'ready') return <p className="small secondary">{reach('to', { email })}</p>
  if (state === 'refused') return <RefusedAddressNote />
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

/** One choice for a kind of notice. Where the site sends no email, nothing can come once a day or a week. */
function KindRow({
  kind,
  data,
  onChange,
}: {
  kind: NotifyKind
  data: Preferences
  onChange: (change: Change) => void
}) {
  const t = useTranslations()
  const offered = rhythms.filter(
    (rhythm) => data.mail_state !== 'no_server' || rhythm === 'at_once' || rhythm === 'off',
  )
  const chosen: Choice = !data.notify[kind] ? 'none' : (offered.find((one) => one === data.notices[kind]) ?? 'at_once')
  const choose = (choice: Choice) =>
    onChange(
      choice === 'none'
        ? { notify: { [kind]: false } }
        : { notices: { [kind]: choice }, ...(!data.notify[kind] && { notify: { [kind]: true } }) },
    )
  return (
    <label className={styles.row}>
      <span className="strong">{t(`notify.${kind}`)}</span>
      <Select value={chosen} onChange={({ target }) => choose(target.value as Choice)}>
        <Options of={offered.map((rhythm) => [rhythm, t(`notice_emails.${rhythm}`)])} />
        <option value="none">{t('reach.none')}</option>
      </Select>
    </label>
  )
}

/** The hour, the quiet hours and the time zone of what is sent. */
function When({ data, onChange }: { data: Preferences; onChange: (change: Change) => void }) {
  const t = useTranslations('notice_emails')
  const reach = useTranslations('reach')
  const zone_here = useZoneHere()
  const zone = data.time_zone ?? data.site_time_zone
  /** Takes an hour for one of the clock in front of the person, until they have chosen a time zone. */
  const changeHour = (wanted: Change): void =>
    onChange({ ...wanted, ...(data.time_zone === null && { time_zone: zone_here ?? zone }) })
  return (
    <details className={styles.fold}>
      <summary>{reach('when')}</summary>
      <div className="stack">
        {data.mail_state !== 'no_server' && (
          <Labelled label={t('hour')}>
            <Select
              value={data.notice_hour}
              onChange={({ target }) => changeHour({ notice_hour: Number(target.value) })}
            >
              <HourOptions />
            </Select>
          </Labelled>
        )}
        {(['quiet_from', 'quiet_to'] as const).map((end) => (
          <Labelled key={end} label={t(end)}>
            <Select
              value={data[end] ?? NO_HOUR}
              onChange={({ target }) => changeHour({ [end]: target.value === NO_HOUR ? null : Number(target.value) })}
            >
              <option value={NO_HOUR}>{t('quiet_none')}</option>
              <HourOptions />
            </Select>
          </Labelled>
        ))}
        <Labelled label={t('zone')}>
          <Select value={zone} onChange={({ target }) => onChange({ time_zone: target.value })}>
            <ZoneOptions chosen={zone} />
          </Select>
        </Labelled>
        {zone_here !== undefined && zone !== zone_here && (
          <p ref={keepFocus} className="row">
            <Button onClick={() => onChange({ time_zone: zone_here })}>
              {t('use_device', { zone: zoneName(zone_here) })}
            </Button>
          </p>
        )}
      </div>
    </details>
  )
}

/** The private calendar, which is asked for when it is opened. */
function Calendar() {
  const t = useTranslations('calendar')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('title')}</summary>
      <div className="stack">{isOpen && <CalendarFeed />}</div>
    </details>
  )
}

/**
 * How the site reaches a person: each kind of notice once, this device, a pause, and the hours. A choice applies at once, and
 * reverts when saving fails.
 */
export function Reach({ user: { id, email, role } }: { user: Pick<Me, 'id' | 'email' | 'role'> }) {
  const t = useTranslations('notify')
  const reach = useTranslations('reach')
  const client = useQueryClient()
  const query = preferencesQuery(id)
  const loaded = useQuery(query)
  const { data } = loaded
  const { run, failure } = useEndpointMutation({ overlaps: true })
  if (!data) return <Loading label={t('loading')} failed={t('not_loaded')} query={loaded} />

  async function change(wanted: Change) {
    const { mail_paused, ...members } = wanted
    const optimistic = changeOfPart<Preferences>(client, query.queryKey, {
      ...(members as Partial<Preferences>),
      ...(mail_paused === false && { mail_state: 'ready' }),
    })
    await run('preferences.write', { id, ...wanted }, { optimistic, done: reach('saved') })
  }
  const onChange = (wanted: Change): void => void change(wanted)

  /** Notices about moderation are offered to staff, and to whoever once chose something else than the usual. */
  const isOffered = (kind: NotifyKind): boolean =>
    kind !== 'moderation' ||
    isStaff(role) ||
    !data.notify.moderation ||
    data.notices.moderation !== DEFAULT_RHYTHMS.moderation
  return (
    <div className={styles.reach}>
      <MailNote state={data.mail_state} email={email} retry={() => onChange({ mail_paused: false })} />
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      <div className={styles.rows}>
        {notifyKinds.filter(isOffered).map((kind) => (
          <KindRow key={kind} kind={kind} data={data} onChange={onChange} />
        ))}
      </div>
      <PushDevices user_id={id} />
      <Pause
        paused_until={data.paused_until}
        time_zone={data.time_zone ?? data.site_time_zone}
        onChange={(paused_until) => onChange({ paused_until })}
      />
      <When data={data} onChange={onChange} />
      <Calendar />
    </div>
  )
}
