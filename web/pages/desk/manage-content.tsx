import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ContentItem } from '../../../contract/content.ts'
import { isLanguage, languageNames } from '../../../contract/languages.ts'
import { MAX_PAGE_TITLE_LENGTH, contentTypes, contentStatuses } from '../../../contract/content.values.ts'
import { FilterForm, FilterSelect, FilterWords } from '../../layout/FilterForm.tsx'
import { countPages, readPage } from '../../layout/pages.ts'
import { Pagination } from '../../layout/Pagination.tsx'
import { oneOf } from '../../layout/oneOf.ts'
import { Nothing, QueryStatus } from '../../layout/QueryStatus.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { endpointQuery } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Time, useNow, useTime } from '../../time.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AdminOnly } from '../../features/identity/sessions/AdminOnly.tsx'
import { BulkBar } from '../../features/site/content/BulkBar.tsx'
import { statusTone } from '../../features/site/content/kinds.ts'
import { Card } from '../../ui/Card.tsx'
import { Table, TableHead } from '../../ui/Table.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { SelectAll, SelectOne } from '../../ui/SelectAll.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import tableStyles from '../../ui/Table.module.css'
import bulkBarStyles from '../../layout/BulkBar.module.css'

const PAGE_SIZE = 20

/** States when a published announcement is not shown now, and to whom it is not shown. */
function ScheduleNote({
  metadata: { audience = 'everybody', shown_from, shown_until },
}: Pick<ContentItem, 'metadata'>) {
  const editor = useTranslations('editor')
  const time = useTime()
  const now = new Date(useNow()).toISOString()
  return (
    <span className="small muted">
      {shown_until && shown_until <= now && editor('over')}{' '}
      {shown_from && shown_from > now && editor('begins', { time: time(shown_from, true) })}{' '}
      {audience !== 'everybody' && editor(`for_${audience}`)}
    </span>
  )
}

function Rows({ items }: { items: ContentItem[] }) {
  const t = useTranslations('admin')
  const places = useTranslations('places')
  const editor = useTranslations('editor')
  const nav = useTranslations('nav')
  const [ids, setIds] = useState<string[]>([])
  // Rows that are no longer visible are not selected.
  const chosen = items.filter(({ id }) => ids.includes(id))
  const choice = { selected: chosen.map(({ id }) => id), onChange: setIds }
  return (
    <>
      <SelectAll label={editor('choose_all')} ids={items.map(({ id }) => id)} {...choice} />
      <BulkBar chosen={chosen} onDone={() => setIds([])} />
      <Card tight className={tableStyles.box}>
        <Table cards name={places('pages')}>
          <TableHead columns={[t('title'), t('type'), nav('language'), t('status'), t('changed')]} />
          <tbody>
            {items.map(({ id, title, content_type, language, status, metadata, updated_at }) => (
              <tr key={id}>
                <td>
                  <div className={bulkBarStyles.title}>
                    <SelectOne label={editor('choose', { title })} id={id} {...choice} />
                    <Link to={`/admin/content/${id}`} dir="auto" lang={language}>
                      {title}
                    </Link>
                  </div>
                </td>
                <td data-label={t('type')}>{t(content_type)}</td>
                <td data-label={nav('language')}>
                  <span lang={language}>{languageNames[language]}</span>
                </td>
                <td data-label={t('status')}>
                  <Badge tone={statusTone[status]}>{t(status)}</Badge>{' '}
                  {status === 'published' && <ScheduleNote metadata={metadata} />}
                </td>
                <td className="muted" data-label={t('changed')}>
                  <Time iso={updated_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </>
  )
}

function Filters() {
  const t = useTranslations('admin')
  return (
    <FilterForm>
      <FilterWords label={t('search')} maxLength={MAX_PAGE_TITLE_LENGTH} />
      {(
        [
          ['type', contentTypes],
          ['status', contentStatuses],
        ] as const
      ).map(([name, values]) => (
        <FilterSelect
          key={name}
          label={t(name)}
          name={name}
          all={t('all')}
          options={values.map((value) => [value, t(value)])}
        />
      ))}
    </FilterForm>
  )
}

function ContentManager() {
  const t = useTranslations('admin')
  const places = useTranslations('places')
  const imprint = useTranslations('imprint')
  const announcements = useTranslations('announcements')
  const [search] = useSearchParams()
  const page = readPage(search)
  const language = search.get('language')
  const input = {
    type: oneOf(contentTypes, search.get('type')),
    status: oneOf(contentStatuses, search.get('status')),
    search: search.get('search') || undefined,
    language: language !== null && isLanguage(language) ? language : undefined,
    page,
    limit: PAGE_SIZE,
  }
  const query = useQuery(endpointQuery('content.manage_list', input, true))
  const { data } = query
  return (
    <>
      <Title>{places('pages')}</Title>
      <PageHead title={places('pages')} lead={t('content_lead')}>
        <div className="row">
          <ButtonLink to="/admin/announcement">{announcements('title')}</ButtonLink>
          <ButtonLink to="/admin/imprint">{imprint('title')}</ButtonLink>
          <ButtonLink variant="primary" to="/admin/content/new">
            <Icon name="plus" />
            {t('new_page')}
          </ButtonLink>
        </div>
      </PageHead>
      <Filters />
      <output className="small muted">{data && t('found', { count: data.total })}</output>
      {data?.items.length === 0 && <Nothing>{t('none_found')}</Nothing>}
      {data && data.items.length > 0 && <Rows items={data.items} />}
      {!data && <QueryStatus query={query} />}
      {data && (
        <Pagination
          before={t('newer')}
          after={t('older')}
          has_more={(page + 1) * PAGE_SIZE < data.total}
          pages={countPages(page, PAGE_SIZE, data.total)}
        />
      )}
    </>
  )
}

export default function ManageRoute() {
  return (
    <AdminOnly>
      <FormMessages area="admin_pages">
        <ContentManager />
      </FormMessages>
    </AdminOnly>
  )
}
