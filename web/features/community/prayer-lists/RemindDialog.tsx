import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { readNow, useNow } from '../../../time.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorText, Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import { isOfferOpen } from '../../identity/push-devices/offer.ts'
import { remindersQuery } from './queries.ts'
import {
  type Choice,
  DEFAULT_HOURS,
  isAboutSame,
  isForenoon,
  nextTime,
  repetitionOf,
  toChoice,
  type ReminderTarget,
} from './reminderChoice.ts'
import { useListMutation } from './useListMutation.ts'
import { EVERY_DAY, nameWeekday, useReminderTime } from './useReminderTime.ts'
import styles from './RemindForm.module.css'

const PushOffer = lazyPart(() => import('../../identity/push-devices/PushOffer.tsx'))

/** Chips of which one is chosen, or with `several` any number. */
function Chips({
  legend,
  options,
  onPress,
  error,
}: {
  legend: string
  options: { key: string; label: string; name?: string; chosen: boolean }[]
  onPress: (key: string) => void
  error?: string | undefined
}) {
  const id = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={error === undefined ? undefined : id}>
      <legend className={fieldStyles.label}>{legend}</legend>
      <div className={chipStyles.chips}>
        {options.map(({ key, label, name, chosen }) => (
          <Chip
            key={key}
            aria-label={name}
            aria-pressed={chosen}
            aria-invalid={error === undefined ? undefined : true}
            onClick={() => onPress(key)}
          >
            {chosen && <Icon name="check" />}
            <span>{label}</span>
          </Chip>
        ))}
      </div>
      {error !== undefined && <ErrorText id={id}>{error}</ErrorText>}
    </fieldset>
  )
}

/** The days of the week, of which any number is chosen. */
function Days({
  days,
  error,
  onChange,
}: {
  days: string
  error: string | undefined
  onChange: (days: string) => void
}) {
  const t = useTranslations('remind')
  const locale = useLocale()
  return (
    <Chips
      legend={t('which_days')}
      error={error}
      onPress={(key) =>
        onChange(Array.from(EVERY_DAY, (one) => (days.includes(one) === (one === key) ? '' : one)).join(''))
      }
      options={Array.from(EVERY_DAY, (one) => ({
        key: one,
        label: nameWeekday(locale, one, 'short'),
        name: nameWeekday(locale, one),
        chosen: days.includes(one),
      }))}
    />
  )
}

function Form({
  about,
  reminder,
  onSaved,
  onDone,
}: {
  about: ReminderTarget
  reminder: Reminder | undefined
  onSaved: () => void
  onDone: () => void
}) {
  const t = useTranslations('remind')
  const when = useReminderTime()
  const { run, isPending } = useListMutation()
  const shown = useNow()
  const [choice, setChoice] = useState<Choice>(() => toChoice(reminder, new Date(readNow())))
  const [problem, setProblem] = useState<{ of: 'hour' | 'day' | 'days'; text: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])
  const { kind, hour, day, days } = choice
  const change = (part: Partial<Choice>) => {
    // Sent already: it would look as if it had been saved, and go with the dialog.
    if (isPending) return
    setChoice({ ...choice, ...part })
    setProblem(null)
  }
  const errorOf = (of: 'hour' | 'day' | 'days') => (problem?.of === of ? problem.text : undefined)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (kind === 'days' && days === '') return setProblem({ of: 'days', text: t('days_missing') })
    const now = new Date(Math.max(readNow(), shown))
    const of = kind === 'once' && hour !== '' ? 'day' : 'hour'
    const at = nextTime(choice, now)
    if (!at) return setProblem({ of, text: t('time_missing') })
    if (at <= now) return setProblem({ of, text: t('time_past') })
    const { repeats, weekdays } = repetitionOf(choice)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const input = {
      ...about,
      remind_at: at.toISOString(),
      repeats,
      time_zone: timeZone,
      ...(weekdays !== null && { weekdays }),
    }
    if (await run('prayer_lists.remind', input, { announced: t('saved') })) onSaved()
  }
  const deleteReminder = async () => {
    if (reminder && (await run('prayer_lists.forget_reminder', { id: reminder.id }, { announced: t('forgotten') })))
      onDone()
  }
  /** Every morning and every evening are every day, at an hour that suits. */
  const press = (key: string) => {
    if (key !== 'morning' && key !== 'evening') return change({ kind: key as Choice['kind'] })
    change({ kind: 'daily', ...(isForenoon(hour) !== (key === 'morning') && { hour: DEFAULT_HOURS[key] }) })
  }

  const next = nextTime(choice, new Date(shown))
  const daily = kind === 'daily'
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <Chips
        legend={t('repeats')}
        onPress={press}
        options={[
          { key: 'morning', label: t('morning'), chosen: daily && isForenoon(hour) },
          {
            key: 'evening',
            label: t(daily && !isForenoon(hour) && hour < '17:00' ? 'daily' : 'evening'),
            chosen: daily && !isForenoon(hour),
          },
          { key: 'weekdays', label: t('weekdays'), chosen: kind === 'weekdays' },
          { key: 'once', label: t('once'), chosen: kind === 'once' },
          { key: 'days', label: t('days'), chosen: kind === 'days' },
        ]}
      />
      {kind === 'days' && <Days days={days} error={errorOf('days')} onChange={(chosen) => change({ days: chosen })} />}
      {kind === 'once' && (
        <Field
          label={t('day')}
          name="day"
          type="date"
          value={day}
          error={errorOf('day')}
          onChange={(event) => change({ day: event.target.value })}
        />
      )}
      <Field
        label={t('hour')}
        name="hour"
        type="time"
        value={hour}
        hint={t('lead')}
        error={errorOf('hour')}
        onChange={(event) => change({ hour: event.target.value })}
      />
      <Button type="submit" variant="primary" size="large" block aria-disabled={isPending || undefined}>
        {next ? when.request({ remind_at: next.toISOString(), ...repetitionOf(choice) }) : t('save')}
      </Button>
      {reminder && (
        <Button className={styles.forget} onClick={() => void deleteReminder()} variant="text">
          {t('forget')}
        </Button>
      )}
    </form>
  )
}

function Content({ about, onDone }: { about: ReminderTarget; onDone: () => void }) {
  const t = useTranslations('lists')
  const [isOffered, setOffered] = useState(false)
  const query = useQuery({ ...remindersQuery, refetchOnMount: 'always' })
  const { data } = query
  if (isOffered) return <PushOffer after="reminder" onDone={onDone} />
  if (!data) {
    return <Loading label={t('loading')} failed={t('load_failed')} query={query} />
  }
  const reminder = data.find((one) => isAboutSame(one, about))
  const onSaved = () => (isOfferOpen() ? setOffered(true) : onDone())
  return <Form key={reminder?.id ?? ''} about={about} reminder={reminder} onSaved={onSaved} onDone={onDone} />
}

function Remind({ about, onClose }: { about: ReminderTarget; onClose: () => void }) {
  const t = useTranslations('remind')
  const field = useTranslations('field')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} isSheet title={t('title')} close={field('cancel')} onClose={onClose}>
      <Content about={about} onDone={() => dialog.current?.close()} />
    </Dialog>
  )
}

/** Sets, changes or ends the reminder for a request or a list. */
export default withMessages(Remind, 'lists')
