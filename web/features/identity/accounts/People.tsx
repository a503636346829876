import '../../../styles/forms.css'
import '../../../styles/profile.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ManagedUser } from '../../../../contract/accounts.ts'
import { MAX_EMAIL_LENGTH, roles, userStatuses } from '../../../../contract/users.values.ts'
import { FilterForm } from '../../../layout/FilterForm.tsx'
import { Pagination } from '../../../layout/Pagination.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { CreateAccount } from '../invitations/CreateAccount.tsx'
import { Invitations } from '../invitations/Invitations.tsx'
import { WaitingPeople } from '../invitations/WaitingPeople.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { userStatusBadge } from './badges.ts'

const PAGE_SIZE = 20

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given)

function Rows({ items }: { items: ManagedUser[] }) {
  const t = useTranslations('people')
  return (
    <table className="table table--cards">
      <caption className="vh">{t('everybody')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('role')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('joined')}</th>
          <th scope="col">{t('last_seen')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((person) => (
          <tr key={person.id}>
            <td>
              <Link to={`/admin/users/${person.id}`} dir="auto">
                {person.display_name}
              </Link>
              <span className="small muted table__more">
                <bdi>{person.email}</bdi>
              </span>
            </td>
            <td data-label={t('role')}>{t(`role_${person.role}`)}</td>
            <td data-label={t('status')}>
              <span className={userStatusBadge[person.status]}>{t(`status_${person.status}`)}</span>
            </td>
            <td className="muted" data-label={t('joined')}>
              <Time iso={person.created_at} long />
            </td>
            <td className="muted" data-label={t('last_seen')}>
              {person.last_seen_at === null ? t('never') : <Time iso={person.last_seen_at} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Filters({ search, onSearch }: { search: URLSearchParams; onSearch: (search: URLSearchParams) => void }) {
  const t = useTranslations('people')
  return (
    <FilterForm search={search} onSearch={onSearch} label={t('find')}>
      <label className="field">
        <span className="label">{t('search')}</span>
        <input
          className="input"
          type="search"
          name="search"
          dir="auto"
          defaultValue={search.get('search') ?? ''}
          maxLength={MAX_EMAIL_LENGTH}
        />
      </label>
      <label className="field">
        <span className="label">{t('role')}</span>
        <select className="select" name="role" defaultValue={search.get('role') ?? ''}>
          <option value="">{t('all')}</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {t(`role_${role}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="label">{t('status')}</span>
        <select className="select" name="status" defaultValue={search.get('status') ?? ''}>
          <option value="">{t('all')}</option>
          {userStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`status_${status}`)}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  )
}

function AllPeople() {
  const t = useTranslations('people')
  const [search, setSearch] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const page = Math.max(0, Number(search.get('page') ?? 0) || 0)
  const input = {
    search: search.get('search') || undefined,
    role: oneOf(roles, search.get('role')),
    status: oneOf(userStatuses, search.get('status')),
    page,
    pageSize: PAGE_SIZE,
  }
  const query = useQuery({ ...endpointQuery('accounts.list', input, true), placeholderData: keepPreviousData })
  const { data } = query
  const toPage = (next: number) => {
    const address = new URLSearchParams(search)
    address.set('page', String(next))
    return `?${address.toString()}`
  }
  return (
    <>
      <div className="spread">
        <output className="muted">{data && t('found', { count: data.total })}</output>
        <button type="button" className="btn btn--secondary" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {t('create')}
        </button>
      </div>
      {isCreating && <CreateAccount onClose={() => setCreating(false)} />}
      <Filters search={search} onSearch={setSearch} />
      {data?.items.length === 0 && <p className="card muted">{t('none_found')}</p>}
      {data && data.items.length > 0 && (
        <div className="card card--tight table-box">
          <Rows items={data.items} />
        </div>
      )}
      {!data && <QueryStatus query={query} />}
      {data && (
        <Pagination
          label={t('pages')}
          before={page > 0 && { to: toPage(page - 1), label: t('before') }}
          after={(page + 1) * PAGE_SIZE < data.total && { to: toPage(page + 1), label: t('after') }}
        >
          <span className="muted">{t('page_of', { page: page + 1, pages: Math.ceil(data.total / PAGE_SIZE) })}</span>
        </Pagination>
      )}
    </>
  )
}

const parts = { all: AllPeople, waiting: WaitingPeople, invitations: Invitations }
type Part = keyof typeof parts
const tabPath = (part: Part): string => (part === 'all' ? '/admin/users' : `/admin/users?part=${part}`)

/** Who is here, who waits to be let in, and who is invited. Moderators see the last two: the first holds addresses. */
export default function People() {
  const t = useTranslations('people')
  const isAdmin = useAuth().user?.role === 'admin'
  const [search] = useSearchParams()
  const open = (
    isAdmin ? (['all', 'waiting', 'invitations'] as const) : (['waiting', 'invitations'] as const)
  ) as Part[]
  const part = oneOf(open, search.get('part')) ?? open[0] ?? 'waiting'
  const Shown = parts[part]
  return (
    <>
      <Title>{t('title')}</Title>
      <div className="page-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t(isAdmin ? 'lead' : 'lead_moderators')}</p>
        </div>
      </div>
      <nav className="tabs" aria-label={t('parts')}>
        {open.map((name) => (
          <Link key={name} to={tabPath(name)} aria-current={name === part ? 'page' : undefined}>
            {t(`part_${name}`)}
          </Link>
        ))}
      </nav>
      <Shown />
    </>
  )
}
