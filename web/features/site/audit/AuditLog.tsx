import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { auditKinds } from '../../../../contract/audit.values.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { isLanguage } from '../../../../contract/languages.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { browserCall, type Failure } from '../../../api.ts'
import { download } from '../../../layout/download.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { NextPage } from '../../../layout/NextPage.tsx'
import { oneOf } from '../../../layout/oneOf.ts'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Title, useSite } from '../../../site.tsx'
import { readNow, useNow } from '../../../time.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatterIn } from '../../../ui/formatterIn.ts'
import { Labelled } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { Acts } from './Acts.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './Acts.module.css'
import { DAY_MS } from '../../../../contract/time.values.ts'

const PAGE_SIZE = 50
const spans = { day: 1, week: 7, month: 30 } as const
const kinds = [...auditKinds, 'site'] as const
/** That of the first sites: no log begins before. */
const FIRST_YEAR = 2026

const staffListQuery = (role: 'admin' | 'moderator' | 'care') =>
  endpointQuery('accounts.list', { role, pageSize: 100 }, true)

/** The start of a day in the reader's time zone: so many days ago, or that of a date `yyyy-mm-dd`. */
function startOfDay(when: string | null): string | undefined {
  const span = oneOf(Object.keys(spans) as (keyof typeof spans)[], when)
  const date = span ? new Date(readNow() - spans[span] * DAY_MS) : new Date(`${when ?? ''}T00:00`)
  date.setHours(0, 0, 0, 0)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const isYear = (when: string | null): when is string => when !== null && /^\d{4}$/.test(when)
const startOfYear = (year: number): string => new Date(year, 0, 1).toISOString()

/** The bounds of what is chosen: a year has an end, everything else lasts until now. */
const timesOf = (when: string | null) =>
  isYear(when)
    ? { since: startOfYear(Number(when)), until: startOfYear(Number(when) + 1) }
    : { since: startOfDay(when), until: undefined }

const toFilter = (search: URLSearchParams) => ({
  text: search.get('text') || undefined,
  kind: oneOf(kinds, search.get('kind')),
  actor: search.get('actor') || undefined,
  target_id: search.get('target_id') || undefined,
  ...timesOf(search.get('since')),
})

/** Fetches the staff, whose actions make up most of the log: a hundred of each role at most. */
function useStaff() {
  const lists = [
    useQuery(staffListQuery('admin')),
    useQuery(staffListQuery('moderator')),
    useQuery(staffListQuery('care')),
  ]
  return lists.flatMap(({ data }) => data?.items ?? [])
}

function Filters() {
  const t = useTranslations('acts')
  const [search, setSearch] = useSearchParams()
  const staff = useStaff()
  const nameOf = useNameOf()
  const actor = search.get('actor') ?? ''
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('text')
    set('text', typeof given === 'string' ? given.trim() : '')
  }
  const since = search.get('since') ?? ''
  const language = useLocale()
  const thisYear = new Date(useNow()).getUTCFullYear()
  const years = Array.from({ length: Math.max(1, thisYear - FIRST_YEAR + 1) }, (_, ago) => String(thisYear - ago))
  const isOffered = since === '' || Object.hasOwn(spans, since) || years.includes(since)
  return (
    <search className="stack stack--tight">
      <div className={styles.filters}>
        <form onSubmit={find}>
          <Labelled label={t('text')}>
            <input
              className={fieldStyles.input}
              type="search"
              name="text"
              dir="auto"
              maxLength={100}
              defaultValue={search.get('text') ?? ''}
            />
          </Labelled>
        </form>
        <Labelled label={t('who_head')}>
          <Select value={actor} onChange={({ target }) => set('actor', target.value)}>
            <option value="">{t('who')}</option>
            {actor !== '' && !staff.some(({ id }) => id === actor) && <option value={actor}>{t('someone')}</option>}
            <Options of={staff.map(({ id, display_name }) => [id, nameOf(display_name)])} />
          </Select>
        </Labelled>
        <Labelled label={t('when')}>
          <Select value={since} onChange={({ target }) => set('since', target.value)}>
            <option value="">{t('any_time')}</option>
            {!isOffered && <option value={since}>{since}</option>}
            <option value="day">{t('last_day')}</option>
            <option value="week">{t('last_week')}</option>
            <option value="month">{t('last_month')}</option>
            {years.map((year) => (
              <option key={year} value={year} suppressHydrationWarning>
                {formatterIn(language, { year: 'numeric' }, 'UTC').format(Date.UTC(Number(year), 6))}
              </option>
            ))}
          </Select>
        </Labelled>
      </div>
      <div className={styles.kinds}>
        <Segmented
          label={t('what_head')}
          value={oneOf(kinds, search.get('kind')) ?? ''}
          onChange={(value) => set('kind', value)}
          options={[['', t('everything')], ...kinds.map((kind): [string, string] => [kind, t(`kind.${kind}`)])]}
        />
      </div>
    </search>
  )
}

/** Without the signs that file systems refuse. */
const fileName = (name: string): string => `${name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}.csv`

type LogPage = Output<'audit.list'>

function Log() {
  const t = useTranslations('acts')
  const record = useTranslations('record')
  const desk = useTranslations('desk')
  const language = useLocale()
  const { site_name } = useSite()
  const [search] = useSearchParams()
  const filter = toFilter(search)
  const query = useInfiniteQuery<LogPage, Failure, { pages: LogPage[] }, unknown[], string | undefined>({
    queryKey: ['audit.list', filter],
    meta: { personal: true, about: ['audit.list', 'audit'] },
    queryFn: ({ pageParam, signal }) =>
      browserCall('audit.list', { ...filter, cursor: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: undefined,
    // Without a connection it fails, and says so: one that waits would say nothing.
    networkMode: 'always',
    refetchOnReconnect: true,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const acts = query.data?.pages.flatMap(({ items }) => items)
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['audit.list'] })
  async function exportCsv() {
    const input = { ...filter, ...(isLanguage(language) && { language }) }
    // A response that is not JSON comes as a file.
    const file: unknown = await run('audit.export', input, { done: record('exported'), confirm: withConfirmation })
    if (!(file instanceof Blob)) return
    // Excel reads a file without the mark as if no letters but its own country's existed.
    download(fileName(`${site_name}, ${desk('record')}`), new Blob(['\ufeff', file], { type: file.type }))
  }
  return (
    <>
      <Title>{desk('record')}</Title>
      <PageHead title={desk('record')} lead={t('lead')}>
        <Button busy={working} onClick={() => void exportCsv()}>
          {t('file')}
        </Button>
      </PageHead>
      {dialog}
      <FailureNote title={failure} />
      <Filters key={search.get('text') ?? ''} />
      {acts?.length === 0 && <Nothing>{t('none')}</Nothing>}
      {acts && acts.length > 0 && <Acts acts={acts} />}
      {!acts && <QueryStatus query={query} />}
      <NextPage query={query} ids={acts?.map(({ id }) => id) ?? []}>
        <Icon name="down" />
        {t('more')}
      </NextPage>
    </>
  )
}

/** Shows what was done on this site, in sentences, to look through and to save as a spreadsheet. */
export default withMessages(Log, 'admin_record')
