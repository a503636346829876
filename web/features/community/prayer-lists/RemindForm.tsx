import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { repetitions } from '../../../../contract/prayer-lists.values.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { Field } from '../../../ui/Field.tsx'
import { remindersQuery } from './lists.ts'
import { useListMutation } from './useListMutation.ts'
import { useReminderTime } from './useReminderTime.ts'
import { Select } from '../../../ui/Select.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import prayerListsStyles from './PrayerLists.module.css'

type ReminderTarget = { prayer_request_id: string } | { prayer_list_id: string }

const padTwo = (number: number): string => String(number).padStart(2, '0')
const toDateInput = (at: Date): string => `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())}`
const toTimeInput = (at: Date): string => `${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`

const DEFAULT_HOUR = 7
const DAY_MS = 86_400_000

/** Returns tomorrow morning, the default when no time is chosen yet. */
const tomorrowMorning = (): Date => {
  const at = new Date(Date.now() + DAY_MS)
  at.setHours(DEFAULT_HOUR, 0, 0, 0)
  return at
}

/**
 * Returns the next moment of the reminder, or null when the fields name none. Every day: the next time that the clock
 * shows this hour.
 */
function nextTime(repeats: Reminder['repeats'], day: string, hour: string): Date | null {
  const at = new Date(`${repeats === 'daily' ? toDateInput(new Date()) : day}T${hour}`)
  if (Number.isNaN(at.getTime())) return null
  if (repeats === 'daily' && at.getTime() <= Date.now()) at.setDate(at.getDate() + 1)
  return at
}

function Form({
  about,
  reminder,
  onDone,
}: {
  about: ReminderTarget
  reminder: Reminder | undefined
  onDone: () => void
}) {
  const t = useTranslations('remind')
  const when = useReminderTime()
  const id = useId()
  const { run } = useListMutation()
  const [start] = useState(() => (reminder ? new Date(reminder.remind_at) : tomorrowMorning()))
  const [day, setDay] = useState(toDateInput(start))
  const [hour, setHour] = useState(toTimeInput(start))
  const [repeats, setRepeats] = useState<Reminder['repeats']>(reminder?.repeats ?? 'daily')
  const [problem, setProblem] = useState<string | undefined>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])

  async function save(event: FormEvent) {
    event.preventDefault()
    const at = nextTime(repeats, day, hour)
    if (!at) return setProblem(t('time_missing'))
    if (at.getTime() <= Date.now()) return setProblem(t('time_past'))
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const input = { ...about, remind_at: at.toISOString(), repeats, time_zone: timeZone }
    if (await run('prayer_lists.remind', input, { announced: t('saved') })) onDone()
  }
  const deleteReminder = async () => {
    if (reminder && (await run('prayer_lists.forget_reminder', { id: reminder.id }, { announced: t('forgotten') })))
      onDone()
  }

  const chosen = nextTime(repeats, day, hour)
  return (
    <form ref={form} className={`stack ${prayerListsStyles.remind}`} noValidate onSubmit={(event) => void save(event)}>
      <p className="small secondary">{reminder ? when.sentence(reminder) : t('lead')}</p>
      <div className="row">
        <div className={fieldStyles.field}>
          <label htmlFor={id}>{t('repeats')}</label>
          <Select id={id} value={repeats} onChange={(event) => setRepeats(event.target.value as Reminder['repeats'])}>
            {repetitions.map((value) => (
              <option key={value} value={value}>
                {t(value)}
              </option>
            ))}
          </Select>
        </div>
        <Field
          label={t('hour')}
          name="hour"
          type="time"
          value={hour}
          error={repeats === 'daily' ? problem : undefined}
          onChange={(event) => {
            setHour(event.target.value)
            setProblem(undefined)
          }}
        />
        {repeats !== 'daily' && (
          <Field
            label={t('day')}
            name="day"
            type="date"
            value={day}
            error={problem}
            onChange={(event) => {
              setDay(event.target.value)
              setProblem(undefined)
            }}
          />
        )}
      </div>
      <ButtonRow>
        <Button type="submit" variant="primary">
          {chosen ? when.request({ remind_at: chosen.toISOString(), repeats }) : t('save')}
        </Button>
        {reminder && <Button onClick={() => void deleteReminder()}>{t('forget')}</Button>}
        <Button onClick={onDone}>{t('cancel')}</Button>
      </ButtonRow>
    </form>
  )
}

/** Sets, changes or ends the reminder for a request or a list. */
export function RemindForm({ about, onDone }: { about: ReminderTarget; onDone: () => void }) {
  const t = useTranslations('lists')
  const { data, isError, fetchStatus, refetch } = useQuery({ ...remindersQuery, refetchOnMount: 'always' })
  if (!data) {
    return (
      <Loading
        label={t('loading')}
        failed={isError ? t('load_failed') : undefined}
        paused={fetchStatus === 'paused'}
        retry={() => void refetch()}
      />
    )
  }
  const reminder = data.find((one) =>
    'prayer_list_id' in about
      ? one.prayer_list_id === about.prayer_list_id
      : one.prayer_request_id === about.prayer_request_id,
  )
  return <Form key={reminder?.id ?? ''} about={about} reminder={reminder} onDone={onDone} />
}
