import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { summaryRhythms } from '../../../../contract/group-summaries.values.ts'
import type { Group } from '../../../../contract/groups.ts'
import type { GroupSummary, SummaryRhythm } from '../../../../contract/group-summaries.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { changeOfPart } from '../../../layout/optimistic.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { CardSection } from '../../../ui/CardSection.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { zoneName } from '../../../ui/ZoneOptions.tsx'
import { HourOptions, hourName } from '../../identity/accounts/HourOptions.tsx'
import { useGroupRecheck } from '../groups/useGroupRecheck.ts'
import { EVERY_DAY, nameWeekday } from '../prayer-lists/useReminderTime.ts'
import { Readers } from './Readers.tsx'
import { summaryQuery } from './queries.ts'

type Choice = Pick<GroupSummary, 'rhythm' | 'weekday' | 'hour' | 'has_words'>

/** Says when the summary comes, and what is in it. */
function Facts({ summary }: { summary: GroupSummary }) {
  const t = useTranslations('by_email')
  const language = useLocale()
  const { rhythm, weekday, hour, has_words, reader_count } = summary
  if (rhythm === 'off') return <p>{t('off')}</p>
  const time = hourName(language, hour)
  return (
    <>
      <p suppressHydrationWarning>
        {rhythm === 'daily' ? t('daily', { time }) : t('weekly', { time, day: nameWeekday(language, String(weekday)) })}
      </p>
      <p className="small secondary">
        {t(has_words ? 'privacy_words' : 'privacy')} {reader_count > 0 && t('people', { count: reader_count })}
      </p>
    </>
  )
}

function ChoiceFields({ summary, onChange }: { summary: GroupSummary; onChange: (part: Partial<Choice>) => void }) {
  const t = useTranslations('by_email')
  const language = useLocale()
  return (
    <>
      <Labelled label={t('rhythm')}>
        <Select value={summary.rhythm} onChange={({ target }) => onChange({ rhythm: target.value as SummaryRhythm })}>
          <Options of={summaryRhythms.map((rhythm) => [rhythm, t(`rhythm_${rhythm}`)])} />
        </Select>
      </Labelled>
      {summary.rhythm === 'weekly' && (
        <Labelled label={t('weekday')}>
          <Select value={summary.weekday} onChange={({ target }) => onChange({ weekday: Number(target.value) })}>
            <Options of={Array.from(EVERY_DAY, (weekday) => [weekday, nameWeekday(language, weekday)])} />
          </Select>
        </Labelled>
      )}
      {summary.rhythm !== 'off' && (
        <>
          <Labelled label={t('hour')}>
            <Select value={summary.hour} onChange={({ target }) => onChange({ hour: Number(target.value) })}>
              <HourOptions />
            </Select>
          </Labelled>
          <p className="small secondary">{t('zone', { zone: zoneName(summary.time_zone) })}</p>
          <Switch
            label={t('words')}
            hint={t('words_hint')}
            checked={summary.has_words}
            onChange={(has_words) => onChange({ has_words })}
          />
        </>
      )}
    </>
  )
}

/** The summary of a group by email: when it comes, who gets it, and for leaders the choice of both. A choice applies at once. */
export function ByEmail({ group }: { group: Group }) {
  const t = useTranslations('by_email')
  const groups = useTranslations('groups')
  const client = useQueryClient()
  const query = summaryQuery(group.id)
  const loaded = useQuery(query)
  const { data, error } = loaded
  useGroupRecheck(group.id, error)
  const { run, failure } = useEndpointMutation({ overlaps: true })

  const optimisticallyWith = (part: Partial<GroupSummary>) => ({
    optimistic: changeOfPart<GroupSummary>(client, query.queryKey, part),
  })

  return (
    <CardSection title={t('title')}>
      <FailureNote title={groups('not_done')}>{failure}</FailureNote>
      {data ? (
        <>
          {!data.sends_mail && (
            <Note icon="info" title={t('no_mail')}>
              {t('no_mail_text')}
            </Note>
          )}
          {data.sends_mail && <Facts summary={data} />}
          {data.sends_mail && group.may.edit && (
            <ChoiceFields
              summary={data}
              onChange={(part) => {
                const { rhythm, weekday, hour } = { ...data, ...part }
                const choice = { rhythm, weekday, hour, ...('has_words' in part && { has_words: part.has_words }) }
                // Both of two at once send all: words that the first is refused, the second may have chosen.
                const readAgain = { onError: () => void client.invalidateQueries({ queryKey: query.queryKey }) }
                const options = { ...optimisticallyWith(part), ...readAgain }
                void run('group_summaries.choose', { id: group.id, ...choice }, options)
              }}
            />
          )}
          {data.sends_mail && data.rhythm !== 'off' && (
            <>
              <Switch
                label={t('mine')}
                hint={data.is_off_for_groups ? t('mine_off') : ''}
                checked={data.gets_summary && !data.is_off_for_groups}
                onChange={(gets_summary) =>
                  void run('group_summaries.take', { id: group.id, gets_summary }, optimisticallyWith({ gets_summary }))
                }
              />
              {data.is_off_for_groups && (
                <p className="small">
                  <Link to="/profile?tab=notifications">{t('settings')}</Link>
                </p>
              )}
            </>
          )}
          {group.may.manage && <Readers group_id={group.id} sendsMail={data.sends_mail} />}
        </>
      ) : (
        <Loading label={groups('loading')} failed={groups('failed')} query={loaded} />
      )}
    </CardSection>
  )
}
