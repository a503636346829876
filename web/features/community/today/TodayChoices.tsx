import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Today, TodayChoices as Choices } from '../../../../contract/today.ts'
import { MAX_TODAY, MIN_TODAY, todayReasons } from '../../../../contract/today.values.ts'
import { useNow } from '../../../time.tsx'
import { formatterIn } from '../../../ui/formatterIn.ts'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { useZoneHere } from '../../../ui/useZoneHere.ts'
import { zoneName } from '../../../ui/ZoneOptions.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { SwitchControl } from '../../../ui/Switch.tsx'
import { remindersQuery } from '../prayer-lists/queries.ts'
import { useReminderTime } from '../prayer-lists/useReminderTime.ts'
import styles from './Today.module.css'

const RemindDialog = lazyPart(() => import('../prayer-lists/RemindDialog.tsx'))

const counts = Array.from({ length: MAX_TODAY - MIN_TODAY + 1 }, (_, index) => MIN_TODAY + index)
const morning = { is_today: true } as const

/** From where requests come to the reader, how many a day, and when they are told of them. Each choice is kept at once. */
export function TodayChoices({ day: { choices, time_zone } }: { day: Today }) {
  const t = useTranslations('today')
  const id = useId()
  const { run } = useEndpointMutation({
    invalidates: ['today'],
    queues: true,
    failureToast: (reason) => t('not_kept', { reason }),
  })
  /** Holds what was pressed until the server has answered to all presses. */
  const [pressed, setPressed] = useState<Partial<Choices>>({})
  const pending = useRef(0)
  const shown = { ...choices, ...pressed }
  const choose = async (change: Partial<Choices>) => {
    setPressed((before) => ({ ...before, ...change }))
    pending.current += 1
    await run('today.choose', change)
    pending.current -= 1
    if (pending.current === 0) setPressed({})
  }
  return (
    <div className={styles.choices}>
      {todayReasons.map((reason) => (
        <div key={reason} className={styles.choice}>
          <label htmlFor={`${id}${reason}`}>{t(`from_${reason}`)}</label>
          <SwitchControl
            id={`${id}${reason}`}
            checked={shown[reason]}
            onChange={(event) => void choose({ [reason]: event.target.checked })}
          />
        </div>
      ))}
      <div className={`${styles.choice} ${styles.apart}`}>
        <label htmlFor={`${id}c`}>{t('count')}</label>
        <Select
          id={`${id}c`}
          value={shown.count}
          onChange={(event) => void choose({ count: Number(event.target.value) })}
        >
          <Options of={counts.map((count) => [count, t('about', { count })])} />
        </Select>
      </div>
      <Morning />
      <ZoneNote time_zone={time_zone} />
    </div>
  )
}

/** The wall clock of a zone, to tell whether two are the same now. */
const timeIn = (timeZone: string, now: number): string =>
  formatterIn('en', { dateStyle: 'short', timeStyle: 'short' }, timeZone).format(now)

/** Says that the reader's day turns with the clock of another place than this device's, and offers to change that. */
function ZoneNote({ time_zone }: { time_zone: string }) {
  const t = useTranslations('today')
  const { user } = useAuth()
  const now = useNow()
  const here = useZoneHere()
  const { run } = useEndpointMutation({
    invalidates: ['today', 'preferences'],
    failureToast: (reason) => t('not_kept', { reason }),
  })
  if (here === undefined || user === null || timeIn(here, now) === timeIn(time_zone, now)) return null
  return (
    <p ref={keepFocus} className="small secondary">
      {t('zone', { zone: zoneName(time_zone) })}{' '}
      <Button variant="text" onClick={() => void run('preferences.write', { id: user.id, time_zone: here })}>
        {t('zone_here', { zone: zoneName(here) })}
      </Button>
    </p>
  )
}

/** The hour at which the reader is told that their day is there. */
function Morning() {
  const t = useTranslations('today')
  const { sentence } = useReminderTime()
  const { data = [] } = useQuery(remindersQuery)
  const [isOpen, setOpen] = useState(false)
  const reminder = data.find((one) => one.prayer_list_id === null && one.prayer_request_id === null)
  return (
    <div className={styles.choice}>
      <div>
        <p>{t('morning')}</p>
        <p className="small secondary" suppressHydrationWarning>
          {reminder && !reminder.is_paused ? sentence(reminder) : t('morning_off')}
        </p>
      </div>
      <Button variant="text" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      {isOpen && <RemindDialog about={morning} onClose={() => setOpen(false)} />}
    </div>
  )
}
