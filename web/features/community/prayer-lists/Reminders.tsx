import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList, Reminder } from '../../../../contract/prayer-lists.ts'
import { LoadFailed } from '../../../layout/LoadFailed.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { useChoice } from '../../../layout/useChoice.ts'
import { useNow } from '../../../time.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { Plate, PlateRow } from '../../../ui/Plate.tsx'
import { SwitchControl } from '../../../ui/Switch.tsx'
import { excerpt } from '../../../../contract/excerpt.ts'
import { aboutQuery, remindersQuery } from './queries.ts'
import type { ReminderTarget } from './reminderChoice.ts'
import { useListMutation } from './useListMutation.ts'
import { useReminderTime } from './useReminderTime.ts'
import styles from './PrayerLists.module.css'

const RemindDialog = lazyPart(() => import('./RemindDialog.tsx'))

const SUBJECT_LENGTH = 80

interface Subject {
  name: string
  to?: string
  language?: string | null
}

/** Returns the subject of a reminder, as far as the reader may still read it. */
function useSubject({ prayer_list_id, prayer_request_id }: Reminder, lists: PrayerList[]): Subject {
  const t = useTranslations('lists')
  const feed = useTranslations('feed')
  const { data, isPending } = useQuery({ ...aboutQuery(prayer_request_id ?? ''), enabled: prayer_request_id !== null })
  if (prayer_list_id !== null) {
    const list = lists.find(({ id }) => id === prayer_list_id)
    return list ? { name: list.name, to: `/prayer-lists?list=${list.id}` } : { name: t('loading') }
  }
  if (prayer_request_id === null) return { name: feed('today'), to: '/today' }
  if (!data) return { name: t(isPending ? 'loading' : 'gone') }
  const { id, title, content, language } = data
  return { name: excerpt(title ?? content, SUBJECT_LENGTH), to: `/prayers/${id}`, language }
}

/** Returns what a reminder is about. */
const targetOf = ({ prayer_list_id, prayer_request_id }: Reminder): ReminderTarget => {
  if (prayer_list_id !== null) return { prayer_list_id }
  return prayer_request_id === null ? { is_today: true } : { prayer_request_id }
}

/** One reminder: what it is about, when it comes, and the switch that pauses it. */
function ReminderRow({ reminder, lists }: { reminder: Reminder; lists: PrayerList[] }) {
  const t = useTranslations('remind')
  const more = useTranslations('lists')
  const id = useId()
  const now = useNow()
  const [isEditing, setEditing] = useState(false)
  const { run } = useListMutation()
  const { sentence } = useReminderTime()
  const { name, to, language } = useSubject(reminder, lists)
  const { is_paused, remind_at, repeats } = reminder

  const [turned, turn] = useChoice((on: boolean) =>
    run('prayer_lists.pause_reminder', { id: reminder.id, is_paused: !on }),
  )
  // The only time that it had has passed, so it needs another one first.
  const isOver = repeats === 'once' && Date.parse(remind_at) <= now
  return (
    <PlateRow className={styles.row}>
      <div className={styles.about}>
        <p className={styles.subject} id={id} dir="auto" lang={language ?? undefined}>
          {to === undefined ? (
            <span className="muted">{name}</span>
          ) : (
            <Link className="plain" to={to} suppressHydrationWarning>
              {name}
            </Link>
          )}
        </p>
        <p className="small secondary" id={`${id}w`} suppressHydrationWarning>
          {sentence(reminder)}
        </p>
      </div>
      <div className={`${styles.acts} only-screen`}>
        <SwitchControl
          aria-labelledby={id}
          aria-describedby={`${id}w`}
          checked={turned ?? !is_paused}
          onChange={({ target }) => (target.checked && isOver ? setEditing(true) : void turn(target.checked))}
        />
        <Menu label={more('more', { name })}>
          <MenuItem icon="clock" onClick={() => setEditing(true)}>
            {t('edit')}
          </MenuItem>
          <MenuItem
            icon="trash"
            onClick={() => void run('prayer_lists.forget_reminder', { id: reminder.id }, { announced: t('forgotten') })}
          >
            {t('forget')}
          </MenuItem>
        </Menu>
      </div>
      {isEditing && <RemindDialog about={targetOf(reminder)} onClose={() => setEditing(false)} />}
    </PlateRow>
  )
}

/** Shows all reminders of the reader. Renders nothing if there are none. */
export function Reminders({ lists }: { lists: PrayerList[] }) {
  const t = useTranslations('remind')
  const today = useTranslations('today')
  const id = useId()
  const { data, isError, refetch } = useQuery(remindersQuery)
  if (data ? data.length === 0 : !isError) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.part}>
        {t('all')}
      </h2>
      {data ? (
        <Plate>
          {data.map((reminder) => (
            // A reminder that is set anew has another id, and stays the row that it was.
            <ReminderRow
              key={reminder.prayer_list_id ?? reminder.prayer_request_id ?? 'today'}
              reminder={reminder}
              lists={lists}
            />
          ))}
        </Plate>
      ) : (
        <LoadFailed title={today('failed')} refetch={refetch} />
      )}
      <p className={`small muted ${styles.hint}`}>{today('reminders_hint')}</p>
    </section>
  )
}
