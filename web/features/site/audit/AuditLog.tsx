import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { download } from '../../../layout/download.ts'
import { FilterForm } from '../../../layout/FilterForm.tsx'
import { Pagination } from '../../../layout/Pagination.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { AuditTable, useActionLabel } from './AuditTable.tsx'
import { actions } from './actions.ts'
import { Select } from '../../../ui/Select.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import tableStyles from '../../../ui/Table.module.css'

const PAGE_SIZE = 50
const staffListQuery = (role: 'admin' | 'moderator' | 'care') =>
  endpointQuery('accounts.list', { role, pageSize: 100 }, true)

/**
 * Converts the day of a date field to the start of that day (or of the day `plus` days later) in the reader's time
 * zone.
 */
const dayStart = (day: string | null, plus = 0): string | undefined => {
  if (day === null || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + plus)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const toFilter = (search: URLSearchParams) => ({
  action: search.get('action') || undefined,
  actor: search.get('actor') || undefined,
  target_id: search.get('target_id') || undefined,
  since: dayStart(search.get('since')),
  until: dayStart(search.get('until'), 1),
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

function Filters({ search, onSearch }: { search: URLSearchParams; onSearch: (search: URLSearchParams) => void }) {
  const t = useTranslations('record')
  const actionLabel = useActionLabel()
  const staff = useStaff()
  const actor = search.get('actor') ?? ''
  const isKnown = actor === '' || staff.some(({ id }) => id === actor)
  const target = search.get('target_id')
  return (
    <FilterForm
      search={search}
      onSearch={onSearch}
      label={t('find')}
      optionCount={staff.length}
      aside={search.size > 0 && <Link to="/admin/audit">{t('clear')}</Link>}
    >
      <Labelled label={t('what')}>
        <Select name="action" defaultValue={search.get('action') ?? ''}>
          <option value="">{t('everything')}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionLabel(action)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={t('who')}>
        <Select name="actor" defaultValue={actor}>
          <option value="">{t('everybody')}</option>
          {!isKnown && <option value={actor}>{t('one_person')}</option>}
          {staff.map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled label={t('from')}>
        <input className={fieldStyles.input} type="date" name="since" defaultValue={search.get('since') ?? ''} />
      </Labelled>
      <Labelled label={t('to')}>
        <input className={fieldStyles.input} type="date" name="until" defaultValue={search.get('until') ?? ''} />
      </Labelled>
      {target !== null && <input type="hidden" name="target_id" value={target} />}
    </FilterForm>
  )
}

/** Lists the actions of staff, filtered by action, person and day, and exports them as CSV. */
export default function AuditLog() {
  const t = useTranslations('record')
  const [search, setSearch] = useSearchParams()
  const filter = toFilter(search)
  const cursor = search.get('cursor') || undefined
  const query = useQuery(endpointQuery('audit.list', { ...filter, cursor, pageSize: PAGE_SIZE }, true))
  const { data } = query
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const {
    run,
    isPending: working,
    failure,
  } = useEndpointMutation({
    invalidates: ['audit.list'],
    isSilent: isConfirmationCancelled,
  })
  const toPage = (next: string | null) => {
    const address = new URLSearchParams(search)
    if (next === null) address.delete('cursor')
    else address.set('cursor', next)
    return `?${address.toString()}`
  }
  async function exportCsv() {
    // A response that is not JSON comes as a file.
    const file: unknown = await run('audit.export', filter, { done: t('exported'), confirm: withConfirmation })
    if (file instanceof Blob) download(`${location.hostname}-audit.csv`, file)
  }
  return (
    <>
      <Title>{t('title')}</Title>
      <PageHead title={t('title')} lead={t('lead')}>
        <Button aria-disabled={working || undefined} onClick={() => void exportCsv()}>
          {working ? <Spinner /> : <Icon name="file" />}
          {t('export')}
        </Button>
      </PageHead>
      {dialog}
      {failure !== null && <Note kind="error" icon="error" title={failure} />}
      <Filters search={search} onSearch={setSearch} />
      {data?.items.length === 0 && (
        <Card as="p" className="muted">
          {t('none_found')}
        </Card>
      )}
      {data && data.items.length > 0 && (
        <Card tight className={tableStyles.box}>
          <AuditTable acts={data.items} about="both" />
        </Card>
      )}
      {!data && <QueryStatus query={query} />}
      {data && (
        <Pagination
          label={t('pages')}
          before={cursor !== undefined && { to: toPage(null), label: t('newest') }}
          after={data.next_cursor !== null && { to: toPage(data.next_cursor), label: t('older') }}
        />
      )}
    </>
  )
}
