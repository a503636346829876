import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { publications } from '../../../../contract/prayers.values.ts'
import { call } from '../../../api.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { Pagination } from '../../../layout/Pagination.tsx'
import { readPage } from '../../../layout/pages.ts'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Time } from '../../../time.tsx'
import { SelectAll, SelectOne } from '../../../ui/SelectAll.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { excerpt } from '../../../../contract/excerpt.ts'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'
import { AuthorName } from '../review/AuthorName.tsx'
import { BulkAct } from '../review/BulkAct.tsx'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { ModerationDialog } from './ModerationDialog.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RecategorizeJob } from './RecategorizeJob.tsx'
import { requestExcerpt } from './requestExcerpt.ts'
import { withStaffMessages } from './StaffMessages.tsx'
import { Table } from '../../../ui/Table.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import tableStyles from '../../../ui/Table.module.css'
import tagStyles from '../../../ui/Tag.module.css'
import bulkBarStyles from '../../../layout/BulkBar.module.css'

const PAGE_SIZE = 20

type Act = Input<'moderations.act'>['act']

function Rows({
  items,
  selected,
  setSelected,
}: {
  items: ModeratedPrayer[]
  selected: string[]
  setSelected: (ids: string[]) => void
}) {
  const t = useTranslations('requests')
  const admin = useTranslations('admin')
  const desk = useTranslations('staff')
  const audience = useTranslations('audience')
  const feed = useTranslations('feed')
  const reported = useTranslations('reported')
  const nameOf = useCategoryName()
  const ids = items.map(({ id }) => id)
  return (
    <Table queue name={admin('requests')}>
      <thead>
        <tr>
          <th scope="col">
            <SelectAll label={desk('select_all')} ids={ids} selected={selected} onChange={setSelected} />
          </th>
          <th scope="col">{t('request')}</th>
          <th scope="col">{feed('categories')}</th>
          <th scope="col">{t('shared')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const words = requestExcerpt(item)
          return (
            <tr key={item.id}>
              <td>
                <SelectOne
                  label={desk('select', { name: excerpt(words, 40) })}
                  id={item.id}
                  selected={selected}
                  onChange={setSelected}
                />
              </td>
              <td>
                <span className={`${tableStyles.queueWords} serif`} dir="auto" lang={item.language ?? undefined}>
                  {item.publication === 'published' ? <Link to={`/prayers/${item.id}`}>{words}</Link> : words}
                </span>
                <span className="small muted">
                  <AuthorName author={item.author} pseudonym={item.pseudonym} /> · {audience(item.visibility)}
                </span>{' '}
                {item.open_reports > 0 && (
                  <Badge tone="warning" className={tableStyles.queueBadge}>
                    {reported('reports', { count: item.open_reports })}
                  </Badge>
                )}
              </td>
              <td className="small">
                {item.categories.length === 0 && <span className="muted">{t('unsorted')}</span>}
                {item.categories.map((category) => (
                  <span key={category.id} className={`${tagStyles.tag} ${tableStyles.queueTag}`}>
                    {nameOf(category)}
                    {category.is_machine_generated && <Icon name="spark" />}
                  </span>
                ))}
              </td>
              <td className="small secondary">
                <Time iso={item.created_at} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

function Bulk({
  selected,
  publication,
  onLeft,
  onClear,
  onAct,
}: {
  selected: string[]
  publication: (typeof publications)[number]
  /** Called with those that were not sorted. */
  onLeft: (ids: string[]) => void
  onClear: () => void
  onAct: (act: Act) => void
}) {
  const t = useTranslations('requests')
  const desk = useTranslations('staff')
  const { user } = useAuth()
  const { perform, isPending: busy, note } = useStaffMutation()
  const count = selected.length
  const recategorize = () =>
    perform<number>(
      async () => {
        // Only administrators may call the bulk endpoint; for a moderator the requests are processed one by one.
        if (user?.role === 'admin') {
          const { data, error } = await call('classifications.recategorize_many', { ids: selected })
          if (error) return { data: null, error }
          const sorted = new Set(data.results.map(({ prayer_request_id }) => prayer_request_id))
          const left = selected.filter((id) => !sorted.has(id))
          if (left.length > 0) onLeft(left)
          return { data: sorted.size, error: null }
        }
        for (const [done, id] of selected.entries()) {
          const { error } = await call('classifications.recategorize', { id })
          if (!error) continue
          // Those before it are sorted: what stays selected begins with the one that was refused.
          onLeft(selected.slice(done))
          return { data: null, error }
        }
        return { data: count, error: null }
      },
      { done: (sorted) => t('sorted', { count: sorted }) },
    )
  return (
    <section ref={keepFocus} className={bulkBarStyles.bar} aria-label={desk('selected', { count })}>
      <output>{desk('selected', { count })}</output>
      {publication === 'published' && (
        <>
          <BulkAct aria-disabled={busy || undefined} onClick={() => void recategorize()}>
            {t('sort')}
          </BulkAct>
          <BulkAct onClick={() => onAct('hide')}>{t('hide')}</BulkAct>
        </>
      )}
      {publication !== 'published' && <BulkAct onClick={() => onAct('publish')}>{t('publish')}</BulkAct>}
      <BulkAct onClick={() => onAct('delete')}>{t('delete')}</BulkAct>
      <IconButton className={bulkBarStyles.clear} aria-label={desk('clear')} onClick={onClear}>
        <Icon name="x" />
      </IconButton>
      {note}
    </section>
  )
}

function Requests() {
  const t = useTranslations('requests')
  const admin = useTranslations('admin')
  const reported = useTranslations('reported')
  const { user } = useAuth()
  const [search, setSearch] = useSearchParams()
  const [chosen, setSelected] = useState<string[]>([])
  const [act, setAct] = useState<Act | null>(null)
  const publication = publications.find((one) => one === search.get('publication')) ?? 'published'
  const page = readPage(search)
  const known = useQuery(categoriesQuery)
  const categories = known.data
  // An address may name a category that is gone, which the filters cannot show.
  const wanted = search.get('category_id')
  const input = {
    publication,
    search: search.get('search') ?? undefined,
    category_id: categories?.find(({ id }) => id === wanted)?.id,
    reported: search.get('reported') === 'true' ? true : undefined,
    page,
    pageSize: PAGE_SIZE,
  }
  const isKnown = wanted === null || categories !== undefined
  const query = useQuery({
    ...endpointQuery('moderations.list', input, true),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  // A colleague may have dealt with some meanwhile.
  const selected = chosen.filter((id) => data?.items.some((item) => item.id === id))
  return (
    <>
      <Title>{admin('requests')}</Title>
      <PageHead title={admin('requests')} lead={t('lead')} />
      <RequestFilters
        onSearch={(next) => {
          setSelected([])
          setSearch(next)
        }}
      />
      <output className="vh">{data && t('found', { count: data.items.length })}</output>
      {!data && <QueryStatus query={isKnown ? query : known} />}
      {selected.length > 0 && (
        <Bulk
          selected={selected}
          publication={publication}
          onLeft={setSelected}
          onClear={() => setSelected([])}
          onAct={setAct}
        />
      )}
      {data?.items.length === 0 && (
        <Card as="p" className="secondary">
          {t('empty')}
        </Card>
      )}
      {data && data.items.length > 0 && (
        <div className={tableStyles.wrap}>
          <Rows items={data.items} selected={selected} setSelected={setSelected} />
        </div>
      )}
      {data && (
        <Pagination
          label={reported('pages')}
          before={reported('previous')}
          after={reported('next')}
          has_more={data.has_more}
          isEmpty={data.items.length === 0 && !query.isFetching}
        />
      )}
      {act !== null && (
        <ModerationDialog
          ids={selected}
          items={data?.items ?? []}
          act={act}
          onClose={() => setAct(null)}
          onDone={() => setSelected([])}
        />
      )}
      {user?.role === 'admin' && <RecategorizeJob />}
    </>
  )
}

export default withStaffMessages(Requests)
