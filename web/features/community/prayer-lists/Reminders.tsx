import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList, Reminder } from '../../../../contract/prayer-lists.ts'
import { endpointQuery } from '../../../query.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { remindersQuery } from './lists.ts'
import { useListMutation } from './useListMutation.ts'
import { useReminderTime } from './useReminderTime.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Plate, PlateRow } from '../../../ui/Plate.tsx'
import prayerListsStyles from './PrayerLists.module.css'

/** Shows the subject of a reminder, as far as the reader may still read it. */
function ReminderSubject({
  reminder: { prayer_list_id, prayer_request_id },
  lists,
}: {
  reminder: Reminder
  lists: PrayerList[]
}) {
  const t = useTranslations('lists')
  const { data, isPending } = useQuery({
    ...endpointQuery('prayers.one', { id: prayer_request_id ?? '' }, true),
    enabled: prayer_request_id !== null,
  })
  if (prayer_list_id !== null) {
    const list = lists.find(({ id }) => id === prayer_list_id)
    return list ? (
      <Link to={`/prayer-lists?list=${list.id}`}>
        <bdi>{list.name}</bdi>
      </Link>
    ) : null
  }
  if (!data) return <span className="muted">{isPending ? t('loading') : t('gone')}</span>
  return (
    <Link
      to={`/prayers/${data.id}`}
      className={`serif ${prayerListsStyles.remindAbout}`}
      dir="auto"
      lang={data.language ?? undefined}
    >
      {data.title ?? data.content}
    </Link>
  )
}

/** Lists all reminders of the reader, the next one first. Renders nothing if there are none. */
export function Reminders({ lists }: { lists: PrayerList[] }) {
  const t = useTranslations('remind')
  const { sentence } = useReminderTime()
  const id = useId()
  const { run } = useListMutation()
  const { data = [] } = useQuery(remindersQuery)
  if (data.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={prayerListsStyles.part}>
        {t('all')}
      </h2>
      <Plate>
        {data.map((reminder) => (
          <PlateRow key={reminder.id}>
            <span>
              <ReminderSubject reminder={reminder} lists={lists} />
              <span className={`small muted ${prayerListsStyles.remindWhen}`}>{sentence(reminder)}</span>
            </span>
            <IconButton
              aria-label={t('forget_at', { when: sentence(reminder) })}
              onClick={() =>
                void run('prayer_lists.forget_reminder', { id: reminder.id }, { announced: t('forgotten') })
              }
            >
              <Icon name="x" />
            </IconButton>
          </PlateRow>
        ))}
      </Plate>
    </section>
  )
}
